"""The match runner: a process of its own with an empty environment that plays what it is told to.

`python -m workers.runner --minimum full --speed 1.0` reads errands on its standard input and writes answers
on its standard output (`workers/errands.py`), a Ready first of all. It knows no broker, no database and no
secret. It dies with its parent, and its bots with it.
"""

import argparse
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import BinaryIO, NoReturn

from workers import logs, match
from workers.check import check
from workers.contract import GameResult
from workers.errands import (
    Answer,
    CheckErrand,
    Played,
    PlayErrand,
    Progress,
    Ready,
    TestErrand,
    from_line,
    to_line,
)
from workers.sandbox import Level, Sandbox, SandboxError, detect, open_level, self_test

PR_SET_PDEATHSIG = 1
PROGRESS_S = 0.5
SWEEP_S = 60.0
FIRST_OWN_FD = 3


class Runner:
    """Runs errands in one sandbox."""

    def __init__(self, sandbox: Sandbox, speed: float, say: Callable[[Answer], None]) -> None:
        self._sandbox = sandbox
        self._speed = speed
        self._say = say
        self._said = 0.0
        self._swept = time.monotonic()

    def run(self, errand: object) -> None:
        """Run one errand and give its last answer."""
        self._sweep()
        if isinstance(errand, PlayErrand):
            self._say(self._play(errand))
        elif isinstance(errand, CheckErrand):
            self._say(check(self._sandbox, errand.language, errand.entry, Path(errand.folder), errand.limits))
        elif isinstance(errand, TestErrand):
            self._say(tested(self._sandbox))
        else:
            raise TypeError(f"not an errand: {errand!r}")

    def _play(self, errand: PlayErrand) -> Played:
        folders = [Path(folder) for folder in errand.folders]
        played = match.play(self._sandbox, errand.game, errand.limits, folders, self._speed, self._progress)
        return Played(result=played) if isinstance(played, GameResult) else Played(failure=played)

    def _progress(self, decisions: int) -> None:
        now = time.monotonic()
        if now - self._said > PROGRESS_S:
            self._said = now
            self._say(Progress(decisions))

    def _sweep(self) -> None:
        """Remove what runners left that were killed."""
        if time.monotonic() - self._swept > SWEEP_S:
            self._sandbox.sweep()
            self._swept = time.monotonic()


def tested(sandbox: Sandbox) -> Ready:
    """What the self-test finds, in one sentence."""
    if sandbox.level is Level.NONE:
        return Ready(sandbox.level)
    try:
        wrong = [check for check in self_test(sandbox) if not check.ok]
    except OSError as error:
        return Ready(sandbox.level, f"the sandbox cannot be tested: {error.strerror}: {error.filename}")
    texts = [f"{check.name}: found {check.found}, wanted {check.wanted}" for check in wrong]
    return Ready(sandbox.level, f"the sandbox's self-test failed: {'; '.join(texts)}" if texts else "")


def main() -> int:
    """Run errands until standard input ends."""
    options = _options()
    die_with_parent(options.parent)
    if form := os.environ.get("LOG_FORMAT"):  # a worker's; a player at home is left in peace
        logs.set_up(form, "runner")
    signal.signal(signal.SIGTERM, _stop)
    errands, say = _own_pipes()
    try:
        sandbox = open_level(Level.NONE) if options.minimum == Level.NONE else detect(options.minimum)
    except SandboxError as error:
        say(Ready("", str(error)))
        return 1
    with sandbox:
        say(Ready(sandbox.level, programs=sandbox.about))
        runner = Runner(sandbox, options.speed, say)
        for line in errands:
            runner.run(from_line(line))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m workers.runner", description=__doc__)
    parser.add_argument("--minimum", type=Level, choices=list(Level), default=Level.FULL)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--parent", type=int, default=0, help="end when this process does")
    return parser.parse_args()


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent dies, also if that happened just now."""
    if not parent:
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    """Leave by the way that closes every box."""
    raise SystemExit(0)


def _own_pipes() -> tuple[BinaryIO, Callable[[Answer], None]]:
    """Keep standard input and output for errands and answers; nothing else that was inherited stays open."""
    os.closerange(FIRST_OWN_FD, os.sysconf("SC_OPEN_MAX"))
    errands = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)  # what anything prints must not stand among the answers

    def say(answer: Answer) -> None:
        line = to_line(answer)
        while line:
            line = line[answers.write(line) or 0 :]

    return errands, say


if __name__ == "__main__":
    sys.exit(main())
