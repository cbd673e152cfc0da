"""Boxes behind gVisor's `runsc`: a kernel of their own between the bot and the host's.

The same cgroups as around bubblewrap limit, meter, freeze and kill it, with all that gVisor itself needs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from workers.sandbox import bubblewrap, bundle, launch, reach, slots, system
from workers.sandbox.box import END_SECONDS, GroupedBox, box_exit, machine_fault
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
from workers.sandbox.owner import BoxName
from workers.sandbox.system import System

SETTING = "RUNSC"
OWN_MEMORY_MB = 96  # what gVisor's kernel and file server may hold before the bot begins
GROWTH_MB = 64  # what they may take for it later, most of it for processes
OWN_THREADS = 128  # theirs
THREADS_FOR_ONE = 32  # how many of the host's may stand for one of the bot's, whose number gVisor limits
OLDEST = 20221219
KILLED = -9
LOG = "log"  # of gVisor's own, apart from what the bot says


def find_program() -> Path:
    """runsc by the setting RUNSC, or from the path."""
    chosen = os.environ.get(SETTING) or "runsc"
    found = shutil.which(chosen) or shutil.which(chosen, path=os.defpath)
    if found is None:
        raise SandboxError(f"gVisor's {chosen} is no program here: apt-get install runsc, or set {SETTING}")
    return Path(found).resolve()


class GvisorBox(GroupedBox):
    """One command behind gVisor; its group holds gVisor's own processes, too.

    What these hold when the bot begins is not counted as the bot's; what they take later for it is.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], group: Group, folder: Path, memory_mb: float
    ) -> None:
        super().__init__(group)
        with machine_fault("limit the memory of the box"):
            self._own_mb = group.memory_mb()
            group.lower_memory_limit(self._own_mb + memory_mb + GROWTH_MB)
        self._process = process
        self._folder = folder
        self.stdin, self.stdout, self.stderr = launch.pipes(process)

    def poll(self) -> BoxExit | None:
        if self._exit is None and self._group and (status := self._process.poll()) is not None:
            with machine_fault("read how the box ended"):
                self._exit = box_exit(status, out_of_memory=self._group.out_of_memory())
        return self._exit

    def memory_peak_mb(self) -> float | None:
        peak = super().memory_peak_mb()
        if peak is None or self._group is None:
            return peak
        return max(0.0, peak - self._own_mb)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with machine_fault("end the box"), ExitStack() as last_first:
            last_first.callback(shutil.rmtree, self._folder)
            last_first.enter_context(self._process)  # closes the pipes
            self._remove_group()

    def _remove_group(self) -> None:
        group = self._group
        assert group is not None
        group.control.thaw()
        group.control.kill()
        self._process.wait(END_SECONDS)
        self._last_cpu_ms = self.cpu_ms()
        self._last_peak_mb = self.memory_peak_mb()
        self._exit = self.poll() or box_exit(KILLED, out_of_memory=group.out_of_memory())
        self._group = None
        group.remove()


class GvisorSandbox(Sandbox):
    """Boxes behind gVisor; they need root and cgroups, and their level is `full`."""

    level = Level.FULL
    own_kernel = True

    def __init__(self, tree: Tree) -> None:
        if os.geteuid() != 0:
            raise SandboxError("gVisor's boxes are made by root only: run the worker as root, or bubblewrap")
        self.program = find_program()
        self.system = system.for_running()
        self.about = f"{self.system}, behind gVisor"
        self._tree = tree
        self._bundles = slots.runtime_folder() / "gvisor"
        self._bundles.mkdir(mode=0o755, exist_ok=True)

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
        with machine_fault("make a box behind gVisor"), ExitStack() as on_error:
            box_folder = self._bundles / str(BoxName.next())
            box_folder.mkdir(mode=0o755)
            on_error.callback(shutil.rmtree, box_folder)
            inside = launch.inside(command, process_limit=None)
            bundle.write(box_folder, programs or self.system, inside, limits, wanted, env)
            group = self._tree.open(_with_gvisors_own(limits))
            on_error.callback(group.remove)
            process = self._start(box_folder, group)
            box = GvisorBox(process, group, box_folder, limits.memory_mb)
            on_error.pop_all()
        return box

    def _start(self, folder: Path, group: Group) -> subprocess.Popen[bytes]:
        try:
            return launch.started([*launch.joining(group.join_files), *self._words(folder)])
        except SandboxError as error:
            raise SandboxError(f"{error}{_complaint(folder / LOG)}") from error

    def _words(self, folder: Path) -> list[str]:
        return [
            *(str(self.program), "-root", str(folder / "state"), "-log", str(folder / LOG)),
            *("-platform", "ptrace", "-network", "none", "-ignore-cgroups", "-oci-seccomp"),
            *("-file-access", "shared", "run", "-bundle", str(folder), folder.name),
        ]

    def own_checks(self) -> list[Check]:
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, timeout=20).stdout
        line = said.partition("\n")[0]
        found = re.search(r"\d{8}", line)
        ok = found is not None and int(found[0]) >= OLDEST
        return [Check("gvisor", ok, line, f"{OLDEST} or newer")]

    def sweep(self) -> int:
        with machine_fault("sweep up old boxes"):
            swept = self._tree.sweep()
            for folder in self._bundles.iterdir():
                name = BoxName.parse(folder.name)
                if name is not None and name.owner_is_dead():
                    shutil.rmtree(folder, ignore_errors=True)  # another sweeper may be at it, too
        return swept

    def close(self) -> None:
        return


def _with_gvisors_own(limits: BoxLimits) -> BoxLimits:
    threads = OWN_THREADS + THREADS_FOR_ONE * limits.pids
    return replace(limits, memory_mb=limits.memory_mb + OWN_MEMORY_MB + GROWTH_MB, pids=threads)


def _complaint(log: Path) -> str:
    """The last line of gVisor's log, where there is one."""
    try:
        lines = log.read_text(errors="replace").strip().splitlines()
    except FileNotFoundError:
        return ""
    return f" ({lines[-1][-300:]})" if lines else ""
