"""`new`: a starter kit, copied into a folder of one's own."""

import secrets
import shutil
from pathlib import Path
from typing import Annotated

import typer

from workers import kits, runtimes
from workers.cli import screen
from workers.cli.troubles import BadInput
from workers.cli.words import AsJson


def _languages(incomplete: str) -> list[str]:
    return [name for name in kits.names() if name.startswith(incomplete)]


def new(
    folder: Annotated[Path, typer.Argument(help="The folder to make; its name becomes the bot's.")],
    language: Annotated[
        str,
        typer.Option("--language", "-l", help="See `wateringhole new --help`.", autocompletion=_languages),
    ] = "python",
    as_json: AsJson = False,
) -> None:
    """Make a folder with a bot that plays at once: python, javascript, typescript, cpp, rust, java or go."""
    if language not in kits.names():
        raise BadInput(f"--language: found {language[:40]!r}, wanted one of {', '.join(kits.names())}")
    _copied(kits.folder(language), folder)
    missing = runtimes.for_language(language).available()
    if as_json:
        screen.document({"folder": str(folder), "language": language, "missing": missing})
        return
    screen.line(
        f"{folder} holds a bot in {runtimes.for_language(language).title}; its README.md tells the rest",
        "green",
    )
    if missing:
        screen.line(
            f"it cannot play on this machine yet: {missing}. A server may take it all the same.", "yellow"
        )
    shown = f'"{folder}"' if " " in str(folder) else str(folder)
    for step in (f"check {shown}", f"play {shown} house:random", f"submit {shown}"):
        screen.line(f"  wateringhole {step}")


def _copied(kit: Path, folder: Path) -> None:
    """The folder appears whole or not at all."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is there already and not empty; name a new folder")
    target = folder.resolve()
    unfinished = target.with_name(f".{target.name}.{secrets.token_hex(6)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(kit, unfinished, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        unfinished.rename(target)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
