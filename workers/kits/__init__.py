"""Starter kits: one folder a language, each a bot that plays at once and is meant to be changed."""

from pathlib import Path

HERE = Path(__file__).parent
MARK = "README.md"


def names() -> list[str]:
    """The languages that have a kit, such as `python`."""
    return sorted(path.parent.name for path in HERE.glob(f"*/{MARK}"))


def folder(language: str) -> Path:
    """Where that kit is."""
    return HERE / language
