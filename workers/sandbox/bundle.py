"""What gVisor's `runsc` is told of a box: a bundle (OCI), which is a folder with a root and a config.json."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from workers.sandbox import bubblewrap, launch, syscalls
from workers.sandbox.interface import BoxLimits, Mount
from workers.sandbox.system import System

ROOT = "root"
USER = {"uid": 1000, "gid": 1000}
CAPABILITY_SETS = ("bounding", "effective", "inheritable", "permitted", "ambient")
NAMESPACES = ("pid", "network", "ipc", "uts", "mount")
# What gVisor's kernel itself answers with ENOSYS, which its filter cannot: for EPERM libc starts no thread.
ABSENT = ("clone3",)
READ_ONLY = ("rbind", "ro", "nosuid", "nodev")


def write(
    folder: Path,
    system: System,
    command: Sequence[str],
    limits: BoxLimits,
    mounts: Sequence[Mount],
    env: Mapping[str, str],
) -> None:
    """Make the bundle of one box in a folder that is there; `mounts` holds the bot's folder, too."""
    links, shown = system.parts()
    root = folder / ROOT
    root.mkdir(mode=0o755)
    for target, name in links.items():
        (root / target.lstrip("/")).symlink_to(name)
    config = {
        "ociVersion": "1.0.2",
        "hostname": "bot",
        "root": {"path": ROOT, "readonly": True},
        "process": _process(command, limits, env),
        "mounts": [
            {"destination": "/proc", "type": "proc", "source": "proc"},
            {"destination": "/dev", "type": "dev", "source": "tmpfs"},
            *_private(limits),
            *(_shown(source, target) for source, target in shown),
            *_covered(system, mounts),
            *(_shown(str(mount.source.resolve()), mount.target) for mount in mounts),
        ],
        "linux": {"namespaces": [{"type": kind} for kind in NAMESPACES], "seccomp": filter_of_calls()},
    }
    (folder / "config.json").write_text(json.dumps(config))


def _process(command: Sequence[str], limits: BoxLimits, env: Mapping[str, str]) -> dict[str, object]:
    values = {**bubblewrap.BASE_ENV, **env, "PWD": bubblewrap.BOT_FOLDER}
    return {
        "terminal": False,
        "user": USER,
        "cwd": bubblewrap.BOT_FOLDER,
        "env": [f"{name}={value}" for name, value in values.items()],
        "args": list(command),
        "noNewPrivileges": True,
        "capabilities": {kind: [] for kind in CAPABILITY_SETS},
        "rlimits": [
            {"type": f"RLIMIT_{name.upper()}", "hard": value, "soft": value}
            for name, value in {**launch.rlimits(limits), "nproc": limits.pids}.items()
        ],
    }


def _private(limits: BoxLimits) -> list[dict[str, object]]:
    """The box's own small folders; they are counted as its memory."""
    sizes = {"/dev/shm": limits.shm_mb, "/tmp": limits.tmp_mb}  # noqa: S108 - the box's own
    return [_folder(target, f"mode=1777,size={size_mb << 20}") for target, size_mb in sizes.items()]


def _covered(system: System, mounts: Sequence[Mount]) -> list[dict[str, object]]:
    return [_folder("/usr/local", "ro")] if bubblewrap.hides_local(system, mounts) else []


def _folder(target: str, options: str) -> dict[str, object]:
    words = ["nosuid", "nodev", *options.split(",")]
    return {"destination": target, "type": "tmpfs", "source": "tmpfs", "options": words}


def _shown(source: str, target: str) -> dict[str, object]:
    return {"destination": target, "type": "bind", "source": source, "options": list(READ_ONLY)}


def filter_of_calls() -> dict[str, Any]:
    """The list of `syscalls.py` in OCI's words: gVisor's kernel refuses what is not on it."""
    conditions = [
        {
            "names": [condition.call],
            "action": "SCMP_ACT_ALLOW",
            "args": [
                {
                    "index": condition.argument,
                    "value": condition.mask,
                    "valueTwo": condition.value,
                    "op": "SCMP_CMP_MASKED_EQ",
                }
            ],
        }
        for condition in syscalls.CONDITIONS
    ]
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "architectures": ["SCMP_ARCH_X86_64"],
        "syscalls": [
            {"names": [*syscalls.ALLOWED, *ABSENT], "action": "SCMP_ACT_ALLOW"},
            *conditions,
        ],
    }
