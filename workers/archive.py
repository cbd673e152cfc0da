"""What an upload may be: one source file, one Linux executable, or a zip archive of limited size."""

from dataclasses import dataclass
from pathlib import Path


class ArchiveRefused(ValueError):
    """An upload that is not taken; the text names the file, the limit, and what to do."""


@dataclass(frozen=True)
class Upload:
    """What is in an upload: the bot's language, the file to start, all files (sorted), their bytes in all."""

    language: str
    entry: str
    files: tuple[str, ...]
    size: int
    build: tuple[str, ...] = ()


def inspect(data: bytes | Path, filename: str) -> Upload:
    """Look an upload through without writing anything; ArchiveRefused says what is wrong with it.

    `data` is its content, or a file that holds it; `filename` is the name that it was uploaded under.
    """
    raise ArchiveRefused(f"{filename}: not written yet")
