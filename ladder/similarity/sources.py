"""The source files of an upload and of what the house gives away, as text; read in a folder of their own."""

import tempfile
from functools import cache
from pathlib import Path

from django.conf import settings

from ladder import blobs
from ladder.models import Version
from ladder.similarity.lexing import LONGEST_TEXT, tokens
from ladder.similarity.winnowing import Print, values, winnow
from workers import archive

SUFFIXES = frozenset(
    (
        ".py",
        ".js",
        ".mjs",
        ".cjs",
        ".ts",
        ".c",
        ".h",
        ".cc",
        ".cpp",
        ".cxx",
        ".hpp",
        ".rs",
        ".java",
        ".go",
        ".wat",
    )
)
HASH_COMMENTS = frozenset((".py",))
MOST_FILES = 100
HOUSE = ("workers/house_bots", "workers/kits")
"""What everybody may copy: it is taken off before anything is compared."""


def of_version(version: Version) -> dict[str, str]:
    """The texts of an upload's source files by path. BlobMissing or ArchiveRefused when it cannot be read."""
    path = blobs.path(version.sha256)
    blobs.read(version.sha256)
    with tempfile.TemporaryDirectory(prefix="similarity-") as place:
        folder = Path(place) / "upload"
        archive.unpack(path, version.filename, folder)
        return texts(folder)


def texts(folder: Path) -> dict[str, str]:
    """The source files in a folder by their path in it; no more than MOST_FILES, no links."""
    found = [path for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES]
    files = [path for path in found if path.is_file() and not path.is_symlink()][:MOST_FILES]
    return {path.relative_to(folder).as_posix(): _text(path) for path in files}


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(LONGEST_TEXT).decode("utf-8", "replace")


def prints(files: dict[str, str]) -> list[Print]:
    """The fingerprints of all the files."""
    found: list[Print] = []
    for name, text in files.items():
        hashes = Path(name).suffix.lower() in HASH_COMMENTS
        found += winnow(name, list(tokens(text, hash_comments=hashes)))
    return found


@cache
def house_values() -> frozenset[int]:
    """The fingerprints of the house bots and starter kits."""
    folders = [settings.BASE_DIR / name for name in HOUSE]
    return values(each for folder in folders if folder.is_dir() for each in prints(texts(folder)))
