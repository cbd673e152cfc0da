"""The parts of the service, one process each, and what becomes of one that dies."""

import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ladder.up import processes
from ladder.up.processes import Identity

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0
LIVED_WELL_S = 60.0
TROUBLE_AFTER_DEATHS = 3
LOG_BYTES = 10 * 1024 * 1024
TAIL_BYTES = 4096


@dataclass(frozen=True)
class Part:
    """One process to keep alive: its name in the table, its command and its whole environment."""

    name: str
    command: tuple[str, ...]
    env: Mapping[str, str]


class RunningPart:
    """A part and its present process: started, looked at, started again after a pause that grows."""

    def __init__(self, part: Part, folder: Path, logs: Path) -> None:
        self.part = part
        self.log = logs / f"{part.name}.log"
        self.deaths = 0
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._sessions: list[Identity] = []
        self._since = 0.0
        self._again_at = 0.0

    @property
    def pid(self) -> int | None:
        """Number of the living process."""
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Start the process now."""
        cut(self.log)
        self._process = processes.start(self.part.command, self.part.env, self._folder, self.log)
        self._since = time.monotonic()
        found = processes.identity(self._process.pid)
        self._sessions = [found] if found is not None else []

    def look(self) -> str | None:
        """Notice a death or start again when the pause is over; a sentence when there is something to say."""
        now = time.monotonic()
        if self._process is None:
            if now < self._again_at:
                return None
            self.start()
            return None
        if self._process.poll() is None:
            if self.deaths and now - self._since > LIVED_WELL_S:
                self.deaths = 0
            return None
        return self._note_death(self._process.returncode, now)

    def _note_death(self, code: int, now: float) -> str:
        processes.kill(self._sessions)  # what it had started dies with it
        self.deaths += 1
        pause = min(FIRST_PAUSE_S * 2 ** (self.deaths - 1), LONGEST_PAUSE_S)
        self._process, self._again_at = None, now + pause
        said = f"{self.part.name} ended ({ending(code)}); started again in {pause:.0f} s"
        if self.deaths < TROUBLE_AFTER_DEATHS:
            return said
        return f"{said}; it died {self.deaths} times: {last_line(self.log)} (all of it: {self.log})"

    def reap(self) -> None:
        """Take note of the process's end, once its session has been ended."""
        if self._process is not None:
            self._process.wait(1)
            self._process = None

    @property
    def in_trouble(self) -> bool:
        """Whether it died so often that a person should look."""
        return self.deaths >= TROUBLE_AFTER_DEATHS

    @property
    def sessions(self) -> list[Identity]:
        """The session of the present (or last) process, to be ended whole."""
        return list(self._sessions)


def ending(code: int) -> str:
    """An exit code in words."""
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"


def last_line(log: Path) -> str:
    """The last line that says something, for the one sentence about a part that cannot live."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - TAIL_BYTES))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return "it said nothing"
    return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")


def cut(log: Path) -> None:
    """Keep a log from growing for ever: a full one is copied to `<name>.1` and emptied in place."""
    if not log.exists() or log.stat().st_size < LOG_BYTES:
        return
    log.with_name(log.name + ".1").write_bytes(log.read_bytes()[-LOG_BYTES:])
    with log.open("r+b") as file:
        file.truncate(0)
