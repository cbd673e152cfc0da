"""Something to be done once while the parts run: a few commands, one after the other."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from ladder.up import UpError, processes
from ladder.up.parts import ending, last_line
from ladder.up.processes import Identity


class Task:
    """Commands run one after the other in the background; the first that fails ends the task."""

    def __init__(self, what: str, commands: Sequence[tuple[str, ...]], env: Mapping[str, str]) -> None:
        self.what = what
        self._waiting = list(commands)
        self._env = env
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = self._log = Path()
        self.sessions: list[Identity] = []

    def start(self, folder: Path, logs: Path) -> None:
        """Start the first command."""
        self._folder, self._log = folder, logs / "setup.log"
        self._start_next()

    def is_done(self) -> bool:
        """Whether all commands have ended well; UpError when one has not."""
        if self._process is None:
            return True
        code = self._process.poll()
        if code is None:
            return False
        if code != 0:
            raise UpError(f"{self.what} failed ({ending(code)}): {last_line(self._log)} (log: {self._log})")
        self._start_next()
        return self._process is None

    def reap(self) -> None:
        """Take note of the process's end, once its session has been ended."""
        if self._process is not None:
            self._process.wait(1)

    def _start_next(self) -> None:
        if not self._waiting:
            self._process, self.sessions = None, []
            return
        command = self._waiting.pop(0)
        self._process = processes.start(command, self._env, self._folder, self._log)
        found = processes.identity(self._process.pid)
        self.sessions = [found] if found is not None else []
