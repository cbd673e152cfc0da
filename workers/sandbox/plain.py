"""Plain processes, the level `none`: for one's own bots on one's own machine, never for strangers'."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from workers.sandbox import bubblewrap, launch
from workers.sandbox.interface import NO_ENV, Box, BoxExit, BoxLimits, Level, Mount, Sandbox, SandboxError
from workers.sandbox.system import System


class PlainBox(Box):
    """A process group: nothing meters or freezes it, and what leaves the group survives the box."""

    def __init__(self, process: subprocess.Popen[bytes], view: Path) -> None:
        self._process = process
        self._view = view
        self._closed = False
        self._exit: BoxExit | None = None
        self.stdin, self.stdout, self.stderr = launch.pipes(process)
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)

    @property
    def pid(self) -> int:
        """The number of the command's process."""
        return self._process.pid

    def cpu_ms(self) -> float | None:
        return None

    def freeze(self) -> None:
        return

    def thaw(self) -> None:
        return

    def poll(self) -> BoxExit | None:
        if self._exit is None:
            # WNOWAIT: the number of its group must not be given out again before close
            ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            self._exit = _exit_of(ended) if ended else None
        return self._exit

    def memory_peak_mb(self) -> float | None:
        return None

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        os.killpg(self._process.pid, signal.SIGKILL)
        os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        self.poll()
        with self._process:  # reaps it, and closes the pipes
            shutil.rmtree(self._view)


def _exit_of(ended: os.waitid_result) -> BoxExit:
    if ended.si_code == os.CLD_EXITED:
        return BoxExit(ended.si_status, None, out_of_memory=False)
    return BoxExit(None, ended.si_status, out_of_memory=False)


class PlainSandbox(Sandbox):
    """Starts commands with nothing around them but a processor limit."""

    level = Level.NONE
    about = "plain processes of this machine"

    def open(
        self,
        command: Sequence[str],
        folder: Path,
        limits: BoxLimits,
        slot: int,
        mounts: Sequence[Mount] = (),
        env: Mapping[str, str] = NO_ENV,
        programs: System | None = None,
    ) -> PlainBox:
        view = Path(tempfile.mkdtemp(prefix="wateringhole-"))
        try:
            _show(mounts, view)
            box = PlainBox(_spawn(command, folder, _seen_from_outside(env, view)), view)
        except OSError as error:
            shutil.rmtree(view)
            raise SandboxError(f"could not start {command[0]}: {error.strerror}") from error
        resource.prlimit(box._process.pid, resource.RLIMIT_CPU, (limits.cpu_s, limits.cpu_s))
        return box

    def sweep(self) -> int:
        return 0

    def close(self) -> None:
        return


def _show(mounts: Sequence[Mount], view: Path) -> None:
    """Link every mount below `view`, as a box would see it below `/`."""
    for mount in mounts:
        link = view / mount.target.lstrip("/")
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(mount.source.resolve())


def _seen_from_outside(env: Mapping[str, str], view: Path) -> dict[str, str]:
    """The environment, with every path that lies among the mounts led to `view`."""
    return {name: ":".join(_led(part, view) for part in value.split(":")) for name, value in env.items()}


def _led(part: str, view: Path) -> str:
    inside = view / part.lstrip("/")
    return str(inside) if part.startswith("/") and inside.exists() else part


def _spawn(command: Sequence[str], folder: Path, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        env={**bubblewrap.BASE_ENV, **env},
        start_new_session=True,
    )
