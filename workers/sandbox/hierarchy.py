"""Finds the cgroups of this machine, makes a group for each box and sweeps up after dead owners."""

from __future__ import annotations

import errno
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox.cgroups import Control, Group, LegacyControl, MemoryFiles, UnifiedControl
from workers.sandbox.interface import BoxLimits, SandboxError
from workers.sandbox.owner import BoxName

BASE = "wateringhole"
LEAF = "wateringhole-workers"  # where the processes go that stood in a folder whose controllers we need
CONTROLLERS = frozenset({"memory", "pids", "cpu"})
PERIOD_US = 100_000


class Tree(ABC):
    """Where boxes get their cgroups: one base folder in each hierarchy."""

    def __init__(self, bases: tuple[Path, ...]) -> None:
        self._bases = bases
        for base in bases:
            base.mkdir(exist_ok=True)
            if not os.access(base, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(base))

    def open(self, limits: BoxLimits) -> Group:
        """A new group with these limits, still empty."""
        folders = self._folders(BoxName.next())
        try:
            self._make(folders, limits)
            return self._group(folders)
        except OSError as error:
            for folder in filter(Path.exists, folders):
                folder.rmdir()
            raise SandboxError(f"could not make a cgroup: {error.strerror}: {error.filename}") from error

    def sweep(self) -> int:
        """Kill and remove the groups of dead owners; how many there were."""
        found = {folder.name for base in self._bases for folder in base.iterdir() if folder.is_dir()}
        names = [name for name in map(BoxName.parse, sorted(found)) if name and name.owner_is_dead()]
        return sum(self._remove(name) for name in names)

    def _make(self, folders: tuple[Path, ...], limits: BoxLimits) -> None:
        for folder in folders:
            folder.mkdir()
        for file, value in self._settings(limits, folders):
            if file.name not in OPTIONAL or file.exists():
                file.write_text(value)

    def _remove(self, name: BoxName) -> bool:
        folders = self._folders(name)
        try:
            for folder in folders:
                folder.mkdir(exist_ok=True)  # what a half-finished open or removal left out
            self._group(folders).remove()
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENODEV):  # another sweeper was faster
                return False
            raise
        return True

    def _folders(self, name: BoxName) -> tuple[Path, ...]:
        return tuple(base / str(name) for base in self._bases)

    @abstractmethod
    def _settings(self, limits: BoxLimits, folders: tuple[Path, ...]) -> list[tuple[Path, str]]: ...

    @abstractmethod
    def _group(self, folders: tuple[Path, ...]) -> Group: ...


OPTIONAL = frozenset({"memory.swap.max", "memory.memsw.limit_in_bytes"})  # absent where swap is not counted


class UnifiedTree(Tree):
    """cgroup v2 with its controllers: one hierarchy for everything."""

    def __init__(self, parent: Path) -> None:
        super().__init__((parent / BASE,))
        enable(parent, CONTROLLERS)
        enable(parent / BASE, CONTROLLERS)

    def _settings(self, limits: BoxLimits, folders: tuple[Path, ...]) -> list[tuple[Path, str]]:
        (folder,) = folders
        return [
            (folder / "memory.max", str(limits.memory_mb * 2**20)),
            (folder / "memory.swap.max", "0"),
            (folder / "memory.oom.group", "1"),
            (folder / "pids.max", str(limits.pids)),
            (folder / "cpu.max", f"{int(limits.cpus * PERIOD_US)} {PERIOD_US}"),
        ]

    def _group(self, folders: tuple[Path, ...]) -> Group:
        (folder,) = folders
        memory = MemoryFiles(
            folder / "memory.current",
            folder / "memory.peak",
            folder / "memory.events",
            (folder / "memory.max",),
        )
        return Group(folders, UnifiedControl(folder), memory)


class LegacyTree(Tree):
    """cgroup v1 controllers; if a v2 tree without controllers stands beside them, it freezes and kills."""

    def __init__(self, v1: Mapping[str, Path], unified: Path | None) -> None:
        self._has_unified = unified is not None
        self._limiting = [v1[name] / BASE for name in ("memory", "pids", "cpu")]
        stopping = [unified] if unified else [v1["freezer"], v1["cpuacct"]]
        self._stopping = [mount / BASE for mount in stopping]
        # the one that can kill comes first; hierarchies mounted together are one folder
        order = [*self._stopping, *self._limiting] if unified else [*self._limiting, *self._stopping]
        super().__init__(tuple(dict.fromkeys(order)))

    def _settings(self, limits: BoxLimits, folders: tuple[Path, ...]) -> list[tuple[Path, str]]:
        memory, pids, cpu = self._beside(folders, self._limiting)
        return [
            (memory / "memory.limit_in_bytes", str(limits.memory_mb * 2**20)),
            (memory / "memory.memsw.limit_in_bytes", str(limits.memory_mb * 2**20)),
            (pids / "pids.max", str(limits.pids)),
            (cpu / "cpu.cfs_period_us", str(PERIOD_US)),
            (cpu / "cpu.cfs_quota_us", str(int(limits.cpus * PERIOD_US))),
        ]

    def _group(self, folders: tuple[Path, ...]) -> Group:
        memory, pids, _cpu = self._beside(folders, self._limiting)
        files = MemoryFiles(
            memory / "memory.usage_in_bytes",
            memory / "memory.max_usage_in_bytes",
            memory / "memory.oom_control",
            (memory / "memory.limit_in_bytes", memory / "memory.memsw.limit_in_bytes"),
        )
        return Group(folders, self._control(folders, pids), files)

    def _control(self, folders: tuple[Path, ...], pids: Path) -> Control:
        stopping = self._beside(folders, self._stopping)
        if self._has_unified:
            return UnifiedControl(stopping[0])
        return LegacyControl(freezer=stopping[0], cpuacct=stopping[1], pids=pids)

    @staticmethod
    def _beside(folders: tuple[Path, ...], bases: list[Path]) -> list[Path]:
        return [base / folders[0].name for base in bases]


@dataclass(frozen=True)
class Mounted:
    """The mount points of the cgroup hierarchies: the v2 one, and v1 by controller."""

    unified: Path | None
    v1: Mapping[str, Path]


def mounted(mountinfo: str) -> Mounted:
    """Read the hierarchies from the text of /proc/self/mountinfo."""
    unified = None
    v1: dict[str, Path] = {}
    for line in mountinfo.splitlines():
        place, _, kind = line.partition(" - ")
        mount_point = Path(place.split()[4])
        filesystem, _source, options = kind.split(" ", 2)
        if filesystem == "cgroup2":
            unified = unified or mount_point
        elif filesystem == "cgroup":
            v1 |= {name: mount_point for name in options.split(",") if name not in v1}
    return Mounted(unified, v1)


def find_tree() -> Tree:
    """The best tree of this machine; SandboxError says why there is none."""
    found = mounted(Path("/proc/self/mountinfo").read_text())
    try:
        if found.unified and controllers(found.unified) >= CONTROLLERS:
            return UnifiedTree(_delegated(found.unified))
        if found.v1.keys() >= CONTROLLERS and (found.unified or found.v1.keys() >= {"freezer", "cpuacct"}):
            return LegacyTree(found.v1, found.unified)
    except OSError as error:
        raise SandboxError(
            f"cgroups are not writable here ({error.strerror}: {error.filename}): run as root, or under"
            " systemd with Delegate=yes, or in a container with a writable /sys/fs/cgroup"
        ) from error
    raise SandboxError("no cgroup hierarchy with the memory, pids and cpu controllers is mounted")


def controllers(folder: Path) -> set[str]:
    """The v2 controllers that can be enabled below this folder."""
    return set((folder / "cgroup.controllers").read_text().split())


def enable(folder: Path, wanted: frozenset[str]) -> None:
    """Enable controllers for the folders below; processes in the way move into a leaf of their own."""
    control = folder / "cgroup.subtree_control"
    missing = sorted(wanted - set(control.read_text().split()))
    if not missing:
        return
    text = " ".join(f"+{name}" for name in missing)
    try:
        control.write_text(text)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        _move_processes(folder, folder / LEAF)
        control.write_text(text)


def _move_processes(source: Path, leaf: Path) -> None:
    leaf.mkdir(exist_ok=True)
    for pid in (source / "cgroup.procs").read_text().split():
        try:
            (leaf / "cgroup.procs").write_text(pid)
        except ProcessLookupError:
            continue


def _delegated(mount: Path) -> Path:
    """The folder that is ours to divide: our own where it was delegated, else the top."""
    own = mount / _own_path().lstrip("/")
    parent = own.parent if own.name == LEAF else own
    return parent if parent != mount and _is_delegated(parent) else mount


def _own_path() -> str:
    lines = Path("/proc/self/cgroup").read_text().splitlines()
    return next(line.removeprefix("0::") for line in lines if line.startswith("0::"))


def _is_delegated(folder: Path) -> bool:
    """systemd marks what it delegates; an ordinary user can write only to what was given to him."""
    if os.geteuid() != 0:
        return os.access(folder / "cgroup.procs", os.W_OK)
    try:
        return b"1" in (os.getxattr(folder, name) for name in os.listxattr(folder) if "delegate" in name)
    except OSError:
        return False
