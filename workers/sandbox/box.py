"""Boxes behind bubblewrap: the levels `full` and `namespaces`."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from workers.sandbox import bubblewrap, launch, reach, slots, system
from workers.sandbox.cgroups import Group
from workers.sandbox.hierarchy import Tree
from workers.sandbox.interface import (
    NO_ENV,
    Box,
    BoxExit,
    BoxLimits,
    Check,
    Level,
    Mount,
    Sandbox,
    SandboxError,
)
from workers.sandbox.launch import Launch, Started
from workers.sandbox.system import System

OLDEST = (0, 8)
END_SECONDS = 10.0
REAP_SECONDS = 1.0
SIGNALLED = 128  # bubblewrap exits with this plus the signal that ended the command


@contextmanager
def machine_fault(what: str) -> Iterator[None]:
    """Whatever the system refuses here is the machine's fault."""
    try:
        yield
    except subprocess.TimeoutExpired as error:
        raise SandboxError(f"could not {what}: bubblewrap does not die") from error
    except OSError as error:
        place = f": {error.filename}" if error.filename else ""
        raise SandboxError(f"could not {what}: {error.strerror}{place}") from error


class GroupedBox(Box):
    """A box whose meters and brake are those of its group; without one it has neither."""

    def __init__(self, group: Group | None) -> None:
        self._group = group
        self._closed = False
        self._exit: BoxExit | None = None
        self._last_cpu_ms: float | None = None
        self._last_peak_mb: float | None = None
        self._launch_ms = group.control.cpu_ms() if group else 0.0

    def cpu_ms(self) -> float | None:
        if self._group is None:
            return self._last_cpu_ms
        with machine_fault("read the CPU meter"):
            return self._group.control.cpu_ms() - self._launch_ms

    def waited_ms(self) -> float | None:
        if self._group is None:
            return None
        with machine_fault("read how long the box waited"):
            return self._group.control.waited_ms()

    def freeze(self) -> None:
        if self._group:
            with machine_fault("freeze the box"):
                self._group.control.freeze()

    def thaw(self) -> None:
        if self._group:
            with machine_fault("thaw the box"):
                self._group.control.thaw()

    def memory_peak_mb(self) -> float | None:
        if self._group is None:
            return self._last_peak_mb
        with machine_fault("read the memory meter"):
            return self._group.memory_peak_mb()


class BubblewrapBox(GroupedBox):
    """One command behind bubblewrap; `group` is None at the level `namespaces`."""

    def __init__(self, started: Started, group: Group | None) -> None:
        super().__init__(group)
        self._process = started.process
        self._init = started.init
        self.stdin, self.stdout, self.stderr = launch.pipes(started.process)

    def poll(self) -> BoxExit | None:
        if self._exit is None and (status := self._process.poll()) is not None:
            with machine_fault("read how the box ended"):
                self._exit = box_exit(status, out_of_memory=bool(self._group and self._group.out_of_memory()))
        return self._exit

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with machine_fault("end the box"), ExitStack() as last_first:
            if self._init is not None:
                last_first.callback(os.close, self._init)
            last_first.enter_context(self._process)  # closes the pipes
            last_first.callback(self._remove_group)
            last_first.callback(self._end_bubblewrap)
            self._kill_init()

    def _end_bubblewrap(self) -> None:
        try:
            self._process.wait(REAP_SECONDS)  # it ends by itself once it has reaped the first process
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(END_SECONDS)

    def _remove_group(self) -> None:
        self._last_cpu_ms = self.cpu_ms()
        self._last_peak_mb = self.memory_peak_mb()
        self.poll()
        group, self._group = self._group, None
        if group:
            group.remove()

    def _kill_init(self) -> None:
        """Without its first process the box's PID namespace ends: the kernel kills all others before it."""
        if self._group:
            self._group.control.thaw()
        if self._init is None:
            return
        try:
            signal.pidfd_send_signal(self._init, signal.SIGKILL)
        except ProcessLookupError:
            return
        if not select.select([self._init], [], [], END_SECONDS)[0]:
            raise SandboxError(f"the first process of the box does not die within {END_SECONDS} s")


def box_exit(status: int, *, out_of_memory: bool) -> BoxExit:
    """Read the exit status of bubblewrap as that of the command."""
    if status < 0:
        return BoxExit(None, -status, out_of_memory)
    if SIGNALLED < status <= SIGNALLED + signal.SIGRTMAX:
        return BoxExit(None, status - SIGNALLED, out_of_memory)
    return BoxExit(status, None, out_of_memory)


class BubblewrapSandbox(Sandbox):
    """Boxes behind bubblewrap; with a tree of cgroups the level is `full`, without it `namespaces`."""

    def __init__(self, tree: Tree | None) -> None:
        self.level = Level.FULL if tree else Level.NAMESPACES
        self.program = bubblewrap.find_program()
        reach.check_program(self.program)
        self.system = system.for_running()
        self.about = str(self.system)
        reach.check_system(self.system)
        self._tree = tree
        self.slots = self._stage = None
        if os.geteuid() == 0:
            folder = slots.runtime_folder()
            self.slots = slots.SlotBlock(folder)
            self._stage = folder / "stage"
            self._stage.mkdir(mode=0o755, exist_ok=True)

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
        wanted = [Mount(folder, bubblewrap.BOT_FOLDER), *mounts]
        for mount in wanted:
            reach.check_reachable(mount.source)
        group = self._tree.open(limits) if self._tree else None
        try:
            started = launch.start(self._launch(command, limits, wanted, env, slot, group, programs))
            return BubblewrapBox(started, group)
        except BaseException:
            if group:
                group.remove()
            raise

    def _launch(
        self,
        command: Sequence[str],
        limits: BoxLimits,
        mounts: Sequence[Mount],
        env: Mapping[str, str],
        slot: int,
        group: Group | None,
        programs: System | None,
    ) -> Launch:
        routed, pairs = reach.staged(mounts, self._stage) if self._stage else (list(mounts), [])
        return Launch(
            bwrap=self.program,
            system=programs or self.system,
            command=command,
            limits=limits,
            mounts=routed,
            env=env,
            uid=self.slots.uid(slot) if self.slots else None,
            join_files=group.join_files if group else (),
            stage=pairs,
            per_process=group is None,
        )

    def own_checks(self) -> list[Check]:
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, timeout=20).stdout
        numbers = tuple(int(number) for number in re.findall(r"\d+", said))
        wanted = ".".join(map(str, OLDEST))
        return [Check("bubblewrap", numbers >= OLDEST, said.strip(), f"{wanted} or newer")]

    def sweep(self) -> int:
        with machine_fault("sweep up old boxes"):
            return self._tree.sweep() if self._tree else 0

    def close(self) -> None:
        if self.slots:
            self.slots.release()
            self.slots = None
