"""The user ids of boxes when the launcher is root: a block for each process, one id for each seat."""

from __future__ import annotations

import fcntl
import os
import tempfile
from pathlib import Path

from workers.sandbox.interface import SandboxError

SEATS = 16
FIRST_UID, LAST_UID = 60600, 61175  # given out neither by Debian nor by systemd: 36 blocks
UIDS_SETTING = "SANDBOX_UIDS"


class SlotBlock:
    """Sixteen user ids that no other process of this machine uses while this one holds them."""

    def __init__(self, folder: Path) -> None:
        first, last = uid_range(os.environ.get(UIDS_SETTING, ""))
        for base in range(first, last - SEATS + 2, SEATS):
            lock = _try_lock(folder / f"uids-{base}.lock")
            if lock is not None:
                self._base, self._lock, self._pid = base, lock, os.getpid()
                return
        raise SandboxError(
            f"all user ids {first}-{last} for boxes are in use: set {UIDS_SETTING}, for example"
            f" {UIDS_SETTING}=200000-202047"
        )

    def uid(self, slot: int) -> int:
        """The user id of one slot, 0 to 15."""
        if not 0 <= slot < SEATS:
            raise SandboxError(f"slot {slot} is none of 0 to {SEATS - 1}")
        if os.getpid() != self._pid:
            raise SandboxError("a sandbox does not survive a fork: open one in each process")
        return self._base + slot

    def release(self) -> None:
        """Let another process have the block."""
        os.close(self._lock)


def uid_range(text: str) -> tuple[int, int]:
    """Read `first-last`; the house's own range when empty."""
    if not text:
        return FIRST_UID, LAST_UID
    first, _, last = text.partition("-")
    if not (first.isdigit() and last.isdigit()) or int(last) - int(first) + 1 < SEATS or int(first) < 1000:
        raise SandboxError(
            f"{UIDS_SETTING} is {text!r}, wanted first-last, from 1000 up, with {SEATS} numbers or more"
        )
    return int(first), int(last)


def runtime_folder() -> Path:
    """A folder of root's own for locks and mount points, gone after a reboot."""
    for parent in (Path("/run"), Path(tempfile.gettempdir())):
        if os.access(parent, os.W_OK):
            return _own_folder(parent / "wateringhole")
    raise SandboxError(f"neither /run nor {tempfile.gettempdir()} is writable: set TMPDIR")


def _own_folder(folder: Path) -> Path:
    folder.mkdir(mode=0o755, exist_ok=True)
    status = folder.lstat()
    if folder.is_symlink() or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise SandboxError(f"{folder} belongs to somebody else or is writable by others: remove it")
    folder.chmod(0o755)
    return folder


def _try_lock(file: Path) -> int | None:
    lock = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock
