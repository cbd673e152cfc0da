"""The other side of a match runner: starts one, sends errands, reads answers, ends it."""

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import workers
from workers.errands import Answer, Checked, CheckErrand, Errand, Ready, TestErrand, from_line, to_line
from workers.sandbox.interface import Level

HANDED_ON = (
    *("PATH", "TMPDIR", "BOT_ROOT", "BUILD_ROOT", "SANDBOX_UIDS"),
    *("SANDBOX_BACKEND", "BWRAP", "RUNSC", "SANDBOX_ZYGOTE", "LOG_FORMAT"),
)
READY_S = 60.0
CHECK_S = 460.0  # more than any check or build may take
CLOSE_S = 3.0
CHUNK = 1 << 16

T = TypeVar("T")


class RunnerDied(Exception):
    """The match runner ended, or says nothing any more; nothing can be said about its game."""


class RunnerProcess:
    """One running match runner; `level` and `programs` are its sandbox's. RunnerDied when it cannot start."""

    def __init__(self, minimum: Level, speed: float) -> None:
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "workers.runner"),
                *("--minimum", minimum, "--speed", str(speed), "--parent", str(os.getpid())),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            cwd=Path(workers.__file__).parent.parent,
            env={name: os.environ[name] for name in HANDED_ON if name in os.environ},
            start_new_session=True,
        )
        self._rest = b""
        try:
            ready = self._await(Ready, READY_S)
        except RunnerDied:
            self.kill()
            raise
        self.level, self.trouble, self.programs = ready.level, ready.trouble, ready.programs
        if self.trouble:
            self.kill()
            raise RunnerDied(self.trouble)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def fileno(self) -> int:
        """Readable when the runner has said something: a runner can be waited for by `select`."""
        assert self._process.stdout
        return self._process.stdout.fileno()

    def send(self, errand: Errand) -> None:
        """Send the runner on an errand; its answers come by `receive`."""
        assert self._process.stdin
        try:
            line = memoryview(to_line(errand))
            while line:
                line = line[self._process.stdin.write(line) or 0 :]
        except BrokenPipeError:
            raise self._died() from None

    def receive(self, seconds: float) -> Answer | None:
        """The next answer, or None when none came within so many seconds."""
        deadline = time.monotonic() + seconds
        assert self._process.stdout
        while b"\n" not in self._rest:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self._process.stdout], [], [], left)[0]:
                return None
            piece = self._process.stdout.read(CHUNK)
            if not piece:
                raise self._died()
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        answer: Answer = from_line(line)
        return answer

    def check(self, errand: CheckErrand) -> Checked:
        """Have a bot's entry checked."""
        self.send(errand)
        return self._await(Checked, CHECK_S)

    def test(self) -> str:
        """Have the sandbox tested: what is wrong, empty when nothing is."""
        self.send(TestErrand())
        return self._await(Ready, READY_S).trouble

    def _await(self, kind: type[T], seconds: float) -> T:
        answer = self.receive(seconds)
        if answer is None:
            self.kill()
            raise RunnerDied(f"the match runner did not answer within {seconds:.0f} s")
        if not isinstance(answer, kind):
            self.kill()
            raise RunnerDied(f"the match runner answered {answer!r:.200}, wanted {kind.__name__}")
        return answer

    def _died(self) -> RunnerDied:
        self.kill()
        return RunnerDied(f"the match runner ended with exit code {self._process.returncode}")

    def kill(self) -> None:
        """End the runner at once; its bots die with it."""
        self._process.kill()
        with self._process:  # waits, and closes the pipes
            return

    def close(self) -> None:
        """Let the runner close its boxes and end; kill it when it does not within a few seconds."""
        self._process.terminate()
        try:
            self._process.wait(CLOSE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
