"""The cgroups of a box: its limits, its CPU meter, its freezer, and its end."""

from __future__ import annotations

import errno
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox.interface import SandboxError

WAIT_SECONDS = 10.0  # a crowded machine takes its time; a usual freeze takes a tenth of a millisecond
REMOVE_SECONDS = 10.0


class Control(ABC):
    """Meter, freezer and killer of one group of processes."""

    @abstractmethod
    def cpu_ms(self) -> float: ...

    def waited_ms(self) -> float | None:
        """Milliseconds in which a member could have run and did not; None where the kernel does not say."""
        return None

    @abstractmethod
    def freeze(self) -> None: ...

    @abstractmethod
    def thaw(self) -> None: ...

    @abstractmethod
    def kill(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...


class UnifiedControl(Control):
    """Control through a cgroup v2 folder, which works without any controller enabled in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._freeze = os.open(folder / "cgroup.freeze", os.O_WRONLY)
        self._events = os.open(folder / "cgroup.events", os.O_RDONLY)
        self._cpu = os.open(folder / "cpu.stat", os.O_RDONLY)
        self._pressure = _open_pressure(folder / "cpu.pressure")

    def cpu_ms(self) -> float:
        return _field(os.pread(self._cpu, 4096, 0), b"usage_usec") / 1000

    def waited_ms(self) -> float | None:
        if self._pressure is None:
            return None
        first_line = os.pread(self._pressure, 4096, 0).partition(b"\n")[0]
        return int(first_line.rpartition(b"total=")[2]) / 1000

    def freeze(self) -> None:
        os.pwrite(self._freeze, b"1", 0)
        _wait_until(self._is_frozen, "freeze")

    def _is_frozen(self) -> bool:
        """Asked several times for each decision of a game, so without taking the file apart."""
        return b"frozen 1\n" in os.pread(self._events, 4096, 0)

    def thaw(self) -> None:
        os.pwrite(self._freeze, b"0", 0)

    def kill(self) -> None:
        (self._folder / "cgroup.kill").write_text("1")

    def close(self) -> None:
        for fd in (self._freeze, self._events, self._cpu, self._pressure):
            if fd is not None:
                os.close(fd)


def _open_pressure(file: Path) -> int | None:
    """The kernel's record of stalls (PSI): a kernel may be built without it, or started with psi=0."""
    try:
        fd = os.open(file, os.O_RDONLY)
        os.pread(fd, 1, 0)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno != errno.EOPNOTSUPP:
            raise
        return None
    return fd


class LegacyControl(Control):
    """Control through cgroup v1 folders, where no v2 tree is mounted."""

    def __init__(self, freezer: Path, cpuacct: Path, pids: Path) -> None:
        self._state = freezer / "freezer.state"
        self._pids = pids
        self._cpu = os.open(cpuacct / "cpuacct.usage", os.O_RDONLY)

    def cpu_ms(self) -> float:
        return int(os.pread(self._cpu, 64, 0)) / 1e6

    def freeze(self) -> None:
        self._state.write_text("FROZEN")
        _wait_until(lambda: self._state.read_text().strip() == "FROZEN", "freeze")

    def thaw(self) -> None:
        self._state.write_text("THAWED")

    def kill(self) -> None:
        (self._pids / "pids.max").write_text("0")  # or a fork bomb would outrun the loop
        for pid in (self._pids / "cgroup.procs").read_text().split():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                continue

    def close(self) -> None:
        os.close(self._cpu)


@dataclass(frozen=True)
class MemoryFiles:
    """Where a group tells its memory, now and at most, in bytes, and how often the kernel killed for it.

    `limits` are the files that bound it, in the order in which they can be lowered.
    """

    now: Path
    peak: Path
    events: Path
    limits: tuple[Path, ...]


class Group:
    """The cgroups of one box, one folder in each hierarchy; the first folder holds every process of it."""

    def __init__(self, folders: Sequence[Path], control: Control, memory: MemoryFiles) -> None:
        self._folders = tuple(folders)
        self._memory = memory
        self.control = control

    @property
    def join_files(self) -> tuple[Path, ...]:
        """A process that writes 0 into each of these becomes a member."""
        return tuple(folder / "cgroup.procs" for folder in self._folders)

    def out_of_memory(self) -> bool:
        return _field(self._memory.events.read_bytes(), b"oom_kill") > 0

    def memory_peak_mb(self) -> float | None:
        try:
            return int(self._memory.peak.read_text()) / 2**20
        except FileNotFoundError:  # cgroup v2 has it since Linux 5.19
            return None

    def memory_mb(self) -> float:
        """What the group holds now."""
        return int(self._memory.now.read_text()) / 2**20

    def lower_memory_limit(self, megabytes: float) -> None:
        """Let the group hold no more than so much, which is less than it might so far."""
        for file in self._memory.limits:
            if file.exists():  # where swap is not counted there is no second one
                file.write_text(str(int(megabytes * 2**20)))

    def remove(self) -> None:
        """Kill every member and remove the folders."""
        self.control.thaw()  # v1 holds back even SIGKILL while frozen
        self.control.kill()
        deadline = time.monotonic() + REMOVE_SECONDS
        for folder in self._folders:
            self._remove_folder(folder, deadline)
        self.control.close()

    def _remove_folder(self, folder: Path, deadline: float) -> None:
        while not _removed(folder):
            if time.monotonic() > deadline:
                left = (folder / "cgroup.procs").read_text().split()
                raise SandboxError(f"could not empty {folder}: processes {left} do not die")
            self.control.kill()
            time.sleep(0.001)


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        return False
    return True


def _field(text: bytes, name: bytes) -> int:
    """The number behind `name` in a file of `name number` lines."""
    _, found, rest = (b"\n" + text).partition(b"\n" + name + b" ")
    if found:
        return int(rest.partition(b"\n")[0])
    raise SandboxError(f"the kernel's cgroup file has no line {name.decode()!r}")


def _wait_until(done: Callable[[], bool], what: str) -> None:
    """Look until it is done: at once as a rule, so without sleeping at first."""
    deadline = time.monotonic() + WAIT_SECONDS
    looks = 0
    while not done():
        if time.monotonic() > deadline:
            raise SandboxError(f"the box does not {what} within {WAIT_SECONDS} s")
        looks += 1
        time.sleep(0.0 if looks < 20 else 0.0002)
