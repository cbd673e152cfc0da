"""The hash list of a folder of programs: written when the folder is built, compared before it is trusted."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

NAME = "wateringhole.files"  # lies in the folder itself
STAMP = "wateringhole.json"  # beside it: tells which list is the right one
MOST_SHOWN = 3
CHUNK = 1 << 20


class FileListError(Exception):
    """A folder is not what its list says: what was found, and what was wanted."""


def write(root: Path) -> str:
    """List every file, folder and link below `root`; the list's own SHA-256, which names this version."""
    text = "".join(f"{line}\n" for line in _lines(root))
    (root / NAME).write_text(text)
    return digest(root)


def digest(root: Path) -> str:
    """The SHA-256 of the list."""
    try:
        return hashlib.sha256((root / NAME).read_bytes()).hexdigest()
    except OSError as error:
        raise FileListError(f"{root / NAME} cannot be read: {error.strerror}") from error


def verify(root: Path) -> None:
    """Read every byte again; FileListError names the first paths that differ from the list."""
    digest(root)  # says it well when there is no list
    wanted = set((root / NAME).read_text().splitlines())
    found = set(_lines(root))
    differing = sorted({line.split(" ", 2)[2] for line in wanted ^ found})
    if differing:
        more = f" and {len(differing) - MOST_SHOWN} more" if len(differing) > MOST_SHOWN else ""
        raise FileListError(f"{root} was changed: {', '.join(differing[:MOST_SHOWN])}{more}: build it again")


def _lines(root: Path) -> Iterator[str]:
    """One line each: what it holds, its mode, its path below `root`."""
    for folder, names, files in os.walk(root):
        names.sort()
        for name in sorted([*names, *files]):
            path = Path(folder, name)
            if path not in (root / NAME, root / STAMP):
                yield _line(path, path.relative_to(root))


def _line(path: Path, shown: Path) -> str:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return f"link:{os.readlink(path)!r} {stat.S_IFMT(status.st_mode):o} {shown}"
    content = _sha256(path) if stat.S_ISREG(status.st_mode) else "-"
    return f"{content} {status.st_mode:o} {shown}"


def _sha256(path: Path) -> str:
    summed = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            summed.update(piece)
    return summed.hexdigest()
