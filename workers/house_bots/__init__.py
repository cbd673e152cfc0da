"""Bots of the house: opponents to begin with, and examples to copy; each is one file."""

from pathlib import Path

FOLDER = Path(__file__).parent


def files() -> dict[str, Path]:
    """The house bots' files by name, such as `first-choice`."""
    found = (path for path in FOLDER.iterdir() if path.suffix in (".py", ".js") and path.stem[0] != "_")
    return {path.stem.replace("_", "-"): path for path in sorted(found)}
