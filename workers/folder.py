"""A folder as the zip that an upload may be: always the same bytes for the same files."""

import io
import os
import stat
import zipfile
from pathlib import Path

from workers.archive import ARCHIVE_BYTES, ENTRIES, ArchiveRefused, shown

LEFT_OUT = {"__pycache__", "node_modules", "target", "build", "dist", "tests"}
LITTER = (".pyc", ".class", ".o", ".zip")
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def packed(folder: Path) -> bytes:
    """The folder's files as a zip, without hidden ones, tests, and what tools leave behind.

    ArchiveRefused for a link, or for more files than an upload may have; OSError where one cannot be read.
    """
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in files(folder):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
            entry.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(entry, path.read_bytes())
            if target.tell() > ARCHIVE_BYTES:
                most = f"{ARCHIVE_BYTES >> 20} MiB"
                raise ArchiveRefused(f"{shown(str(folder))} is larger than {most} when packed, the limit")
    return target.getvalue()


def files(folder: Path) -> list[Path]:
    """What of the folder is packed, sorted by path."""
    found: list[Path] = []
    for parent, folders, names in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if name not in LEFT_OUT and not name.startswith(".")]
        found += [Path(parent, name) for name in names if _belongs(name)]
        _refuse_links(folder, [*found, *(Path(parent, name) for name in folders)])
        if len(found) > ENTRIES:
            raise ArchiveRefused(
                f"{shown(str(folder))} holds more than {ENTRIES} files; is it a bot's folder?"
            )
    return sorted(found)


def _raise(error: OSError) -> None:
    raise error


def _belongs(name: str) -> bool:
    return not name.startswith(".") and not name.endswith(LITTER)


def _refuse_links(folder: Path, paths: list[Path]) -> None:
    for path in paths:
        if path.is_symlink():
            raise ArchiveRefused(
                f"{shown(str(path.relative_to(folder)))} is a link: put the file itself there"
            )
