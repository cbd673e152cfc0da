"""What a sandbox is to those who play matches in it: levels, limits, boxes, and the machine's errors."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from workers.sandbox.system import System

NO_ENV: Mapping[str, str] = MappingProxyType({})


class SandboxError(Exception):
    """The machine could not do its part: one clear sentence, never a bot's fault."""


class Level(StrEnum):
    """How well strangers' programs are shut in; the levels of the service's contract.

    `full`: namespaces, seccomp, cgroup limits, CPU meter and freezer. `namespaces`: no usable cgroup, so
    limits hold for each process and nothing freezes. `none`: a plain process, for one's own bots only.
    """

    FULL = "full"
    NAMESPACES = "namespaces"
    NONE = "none"

    def at_least(self, minimum: Level) -> bool:
        """Whether this level protects as much as `minimum`."""
        order = list(Level)
        return order.index(self) <= order.index(minimum)


@dataclass(frozen=True)
class BoxLimits:
    """What one box may use: megabytes of memory for the tree, seconds of CPU, processes, sizes of files."""

    memory_mb: int
    cpu_s: int  # the kernel's own backstop for each process, far above what the referee allows
    pids: int = 64  # processes and threads of the box, two of them bubblewrap's
    file_mb: int = 16
    tmp_mb: int = 16
    shm_mb: int = 1
    open_files: int = 64
    cpus: float = 1.0


@dataclass(frozen=True)
class Mount:
    """A file or folder of the host that a box sees read-only at `target` (an absolute path)."""

    source: Path
    target: str


@dataclass(frozen=True)
class BoxExit:
    """How the command ended: an exit code or a signal, and whether memory ran out in the box.

    bubblewrap reports a signal as 128 + number, so a bot that exits with such a code looks signalled.
    """

    code: int | None
    signal: int | None
    out_of_memory: bool


@dataclass(frozen=True)
class Check:
    """One line of the self-test: what was looked at, whether it is right, what was found and wanted."""

    name: str
    ok: bool
    found: str
    wanted: str


class Box(ABC):
    """One running command with everything it starts.

    `stdin`, `stdout` and `stderr` are this side's non-blocking file descriptors; the box closes them.
    All methods raise SandboxError when the machine fails.
    """

    stdin: int
    stdout: int
    stderr: int

    @abstractmethod
    def cpu_ms(self) -> float | None:
        """CPU milliseconds of the whole tree so far; None where there is no meter."""

    def waited_ms(self) -> float | None:
        """Milliseconds so far in which the tree wanted to run and got no processor; None where not counted.

        The machine was busy, or the tree was at its own limit: then it used that much CPU meanwhile. A
        sleeping tree waits for nothing, so a bot cannot gain by it what it does not pay as CPU time.
        """
        return None

    @abstractmethod
    def freeze(self) -> None:
        """Stop the whole tree; returns when it stands still. Does nothing where there is no freezer."""

    @abstractmethod
    def thaw(self) -> None:
        """Let the tree run again."""

    @abstractmethod
    def poll(self) -> BoxExit | None:
        """How the command ended, or None while it runs."""

    def wait(self, seconds: float) -> BoxExit | None:
        """Wait until the command ends; None when it has not after so many seconds."""
        deadline = time.monotonic() + seconds
        while (ended := self.poll()) is None and time.monotonic() < deadline:
            time.sleep(0.001)
        return ended

    @abstractmethod
    def memory_peak_mb(self) -> float | None:
        """The most memory the tree ever held, in megabytes; None where it is not counted."""

    @abstractmethod
    def close(self) -> None:
        """Kill the whole tree and wait until nothing of it is left; may be called again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Sandbox(ABC):
    """Opens boxes at one level; one for each process that plays matches.

    Open boxes from a thread that lives as long as they do: their trees die with the thread that began them.
    """

    level: Level
    own_kernel: bool = False  # whether bots talk to a kernel that is not the host's
    about: str  # what bots see of this machine, and how they start, in words for people

    @abstractmethod
    def open(
        self,
        command: Sequence[str],
        folder: Path,
        limits: BoxLimits,
        slot: int,
        mounts: Sequence[Mount] = (),
        env: Mapping[str, str] = NO_ENV,
        programs: System | None = None,
    ) -> Box:
        """Start `command` with `folder` as its read-only working folder `/bot`.

        The box sees `programs`, by default those for running bots (`sandbox.system.for_running()`).

        `slot` (0 to 15) must differ between boxes that live at the same time. Returns once the command is
        about to run; raises SandboxError when the machine could not bring it there.
        """

    def own_checks(self) -> list[Check]:
        """What of the self-test only this kind of sandbox knows: its program's version, for one."""
        return []

    @abstractmethod
    def sweep(self) -> int:
        """Kill and remove what dead owners left behind on this machine; the number of boxes removed."""

    @abstractmethod
    def close(self) -> None:
        """Give back what the sandbox holds for this process; open boxes are closed by their owners."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
