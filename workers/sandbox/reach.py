"""Can a box's user id come to a folder? And if a parent is closed: bring the folder to where it can."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from workers.sandbox.interface import Mount, SandboxError
from workers.sandbox.system import System

CAP_SYS_ADMIN = 1 << 21


def check_reachable(path: Path) -> None:
    """SandboxError when no box could see `path`: names the first closed folder and what to do."""
    path = path.resolve()
    if not path.exists():
        raise SandboxError(f"{path} does not exist")
    if os.geteuid() != 0:
        if not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
            raise SandboxError(f"{path} is closed to this user: open it with chmod")
        return
    if not _open_to_others(path):
        raise SandboxError(f"{path} is closed to the bots' user ids: chmod o+rX {path}")
    closed = closed_parent(path)
    if closed and not can_stage():
        raise SandboxError(
            f"{closed} is closed to the bots' user ids, so they cannot come to {path}: chmod o+x {closed},"
            f" or keep the data elsewhere, for example below /var/lib or /srv"
        )


def check_program(program: Path) -> None:
    """SandboxError when root's boxes, which run as other users, could not start this program."""
    closed = closed_parent(program.resolve()) if os.geteuid() == 0 else None
    if closed:
        raise SandboxError(
            f"{program} lies below {closed}, which is closed to the bots' user ids:"
            " apt-get install bubblewrap, or name another by BWRAP"
        )


def check_system(programs: System) -> None:
    """SandboxError when root's boxes, which run as other users, could not see these programs."""
    closed = closed_parent(programs.root / "usr") if os.geteuid() == 0 else None
    if closed:
        raise SandboxError(
            f"{programs.root} lies below {closed}, which is closed to the bots' user ids: chmod o+x {closed}"
        )


def closed_parent(path: Path) -> Path | None:
    """The first folder on the way to `path` (resolved) that other users may not enter."""
    return next((folder for folder in reversed(path.parents) if not folder.stat().st_mode & 0o001), None)


def _open_to_others(path: Path) -> bool:
    wanted = 0o005 if path.is_dir() else 0o004
    return path.stat().st_mode & wanted == wanted


def can_stage() -> bool:
    """Whether this process may mount, and so show a box a folder below closed ones."""
    status = Path("/proc/self/status").read_text()
    found = re.search(r"^CapEff:\s*([0-9a-f]+)$", status, re.MULTILINE)
    may_mount = bool(found and int(found[1], 16) & CAP_SYS_ADMIN)
    return may_mount and all(shutil.which(name, path=os.defpath) for name in ("unshare", "mount"))


def staged(mounts: Sequence[Mount], stage: Path) -> tuple[list[Mount], list[tuple[Path, Path]]]:
    """Route mounts around closed parents: the new mounts, and what to mount where before the box starts.

    Every launch mounts in a namespace of its own, so all boxes may use the same mount points below `stage`.
    """
    routed, pairs = [], []
    for number, mount in enumerate(mounts):
        source = mount.source.resolve()
        if closed_parent(source):
            point = _mount_point(stage, number, source)
            pairs.append((source, point))
            source = point
        routed.append(Mount(source, mount.target))
    return routed, pairs


def _mount_point(stage: Path, number: int, source: Path) -> Path:
    kind = "folder" if source.is_dir() else "file"
    point = stage / f"{kind}-{number}"
    if kind == "folder":
        point.mkdir(mode=0o755, exist_ok=True)
    else:
        point.touch(mode=0o644, exist_ok=True)
    return point
