"""The supervisor's loop: looks at every part, starts dead ones again, stops all within ten seconds."""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from ladder.up import UpError, processes
from ladder.up.claim import Claim
from ladder.up.parts import Part, RunningPart, cut, last_line
from ladder.up.task import Task

LOOK_EVERY_S = 0.2
CUT_LOGS_EVERY_S = 60.0
STOP_WITHIN_S = 6.0
BROKER_STOPS_WITHIN_S = 2.0
BROKER = "broker"


class StopWantedError(Exception):
    """A signal asked for the end while something was waited for."""


class Supervisor:
    """All running parts of one service, in the order in which they were started."""

    def __init__(self, folder: Path, logs: Path, claim: Claim, say: Callable[[str], None]) -> None:
        self._folder = folder
        self._logs = logs
        self._claim = claim
        self._say = say
        self._parts: dict[str, RunningPart] = {}
        self._tasks: list[Task] = []
        self._stop_wanted = False
        self._cut_logs_at = time.monotonic() + CUT_LOGS_EVERY_S

    def listen_for_signals(self) -> None:
        """SIGINT, SIGTERM and SIGHUP stop the service, also where they were ignored when it was started."""
        for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(which, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stop_wanted = True

    @property
    def parts(self) -> list[RunningPart]:
        """The parts, in starting order."""
        return list(self._parts.values())

    def start(self, *parts: Part) -> None:
        """Start these parts now."""
        for part in parts:
            running = RunningPart(part, self._folder, self._logs)
            self._parts[part.name] = running
            running.start()
        self._record()

    def begin(self, task: Task) -> None:
        """Start a task; whoever needs its end waits for it."""
        self._tasks.append(task)
        task.start(self._folder, self._logs)

    def look(self) -> None:
        """Look at every part once."""
        before = self._numbers()
        for part in self.parts:
            said = part.look()
            if said:
                self._say(said)
        if self._numbers() != before:
            self._record()
        self._cut_logs()

    def wait_for(self, what: str, ready: Callable[[], bool], within_s: float) -> None:
        """Wait until `ready()`; UpError when it takes too long or a part cannot live."""
        deadline = time.monotonic() + within_s
        while not ready():
            self.pause()
            broken = next((part for part in self.parts if part.in_trouble), None)
            if broken is not None:
                raise UpError(f"{broken.part.name} cannot live: {last_line(broken.log)} (log: {broken.log})")
            if time.monotonic() > deadline:
                raise UpError(f"{what}: not ready after {within_s:.0f} s; the logs are in {self._logs}")

    def pause(self) -> None:
        """A short while of looking after the parts; StopWantedError when a signal came."""
        time.sleep(LOOK_EVERY_S)
        if self._stop_wanted:
            raise StopWantedError
        self.look()

    def stop(self) -> None:
        """End every part, the broker last so that the others can still give back what they hold."""
        last = [self._parts[BROKER]] if BROKER in self._parts else []
        first = [leader for part in self.parts if part not in last for leader in part.sessions]
        first += [leader for task in self._tasks for leader in task.sessions]
        processes.end(first, STOP_WITHIN_S)
        processes.end([leader for part in last for leader in part.sessions], BROKER_STOPS_WITHIN_S)
        for part in self.parts:
            part.reap()
        for task in self._tasks:
            task.reap()
        self._claim.release()

    def _numbers(self) -> dict[str, int]:
        return {name: part.pid for name, part in self._parts.items() if part.pid is not None}

    def _record(self) -> None:
        self._claim.record(self._numbers())

    def _cut_logs(self) -> None:
        if time.monotonic() < self._cut_logs_at:
            return
        self._cut_logs_at = time.monotonic() + CUT_LOGS_EVERY_S
        for part in self.parts:
            cut(part.log)
