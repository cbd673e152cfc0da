"""The data folder: where it can be, how it is made, how it is emptied."""

import hashlib
import os
import shutil
from pathlib import Path

from ladder.up import UpError

OTHER_PLACE = Path("/var/lib")
KEPT_BY_RESET = {"up.lock"}


def choose(data: Path, base: Path, *, given: bool) -> Path:
    """Where the data goes: `data`, unless bots (other users, when we are root) could not enter it there.

    A folder that somebody asked for (`given`) is never replaced: UpError says which folder is closed.
    """
    if os.geteuid() != 0:
        return data
    closed = closed_parent(data)
    if closed is None:
        return data
    if given:
        raise UpError(
            f"WATERINGHOLE_DATA is {data}, but {closed} is closed to the users that bots run as: "
            f"`chmod o+x {closed}`, or choose another folder"
        )
    return _elsewhere(base)


def _elsewhere(base: Path) -> Path:
    """The same place each time for the same clone."""
    name = f"wateringhole-{hashlib.sha256(str(base).encode()).hexdigest()[:8]}"
    closed = closed_parent(OTHER_PLACE / name)
    if closed is not None:
        raise UpError(
            f"bots' users can enter neither this folder nor {closed}; name one by WATERINGHOLE_DATA"
        )
    return OTHER_PLACE / name


def closed_parent(path: Path) -> Path | None:
    """The first existing folder on the way to `path`, itself included, that other users cannot enter."""
    for folder in (*reversed(path.parents), path):
        if folder.exists() and not folder.stat().st_mode & 0o001:
            return folder
    return None


def prepare(data: Path) -> None:
    """Make the folder: others may enter; the database, the logs and the broker's data are ours alone."""
    _make(data, 0o755)
    for private in ("log", "broker"):
        _make(data / private, 0o700)
    (data / "ladder.sqlite3").touch(mode=0o600)


def _make(folder: Path, mode: int) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if folder.stat().st_uid == os.geteuid():
            folder.chmod(mode)
    except OSError as error:
        raise UpError(f"cannot make the data folder {folder}: {error.strerror}") from error


def empty(data: Path) -> None:
    """Throw everything in the folder away, but the lock that we hold."""
    for entry in data.iterdir():
        if entry.name in KEPT_BY_RESET:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
