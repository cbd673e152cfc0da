"""What must be right before a worker takes an order: its disk, its clock, and above all its sandbox."""

import logging
import os
import socket
import time
from pathlib import Path

from engine import __version__ as engine_version
from workers import runtimes, speed
from workers.contract import CLOCK_TOLERANCE_S, WorkerInfo
from workers.post import Post
from workers.runner_process import RunnerDied, RunnerProcess
from workers.settings import Settings

SELF_TEST_EVERY_S = 300.0
FREE_MB = 64

log = logging.getLogger(__name__)


class Health:
    """Keeps the match runner, and says in `trouble` why no order can be taken; empty when all is well."""

    def __init__(self, settings: Settings, post: Post) -> None:
        self._settings = settings
        self._post = post
        self._speed = speed.measure()
        self._languages = runtimes.available()
        self._runner: RunnerProcess | None = None
        self._level = self._programs = ""
        self._tested = float("-inf")
        self._told: str | None = None
        self.trouble = ""

    def info(self) -> WorkerInfo:
        """Who this worker is, for every message."""
        return WorkerInfo(
            name=self._settings.name,
            host=socket.gethostname(),
            engine=engine_version,
            level=self._level,
            speed=self._speed,
            trouble=self.trouble,
            programs=self._programs,
            languages=self._languages,
        )

    def examine(self) -> bool:
        """Look again; whether orders can be taken. The sandbox is tested when that was long ago or failed."""
        found = (
            self._disk_trouble() or self._clock_trouble() or self._drain_trouble() or self._sandbox_trouble()
        )
        if found and found != self._told:
            log.error("takes no order: %s", found)
        elif not found and found != self._told:
            log.info("takes orders: level %s, %s, speed %.2f", self._level, self._programs, self._speed)
        self.trouble = self._told = found
        return not found

    def runner(self) -> RunnerProcess:
        """The running match runner, a new one when there is none; RunnerDied says why there cannot be."""
        if self._runner is None:
            self._runner = RunnerProcess(self._settings.minimum, self._speed)
            self._level, self._programs = self._runner.level, self._runner.programs
        return self._runner

    def suspect(self) -> None:
        """Something failed: the next examination tests the sandbox, however short ago the last one was."""
        self._tested = float("-inf")

    def drop_runner(self) -> None:
        """Kill the runner; before the next order is taken, the sandbox is tested in a new one."""
        runner, self._runner = self._runner, None
        self.suspect()
        if runner is not None:
            runner.kill()

    def close(self) -> None:
        """End the match runner in good order."""
        runner, self._runner = self._runner, None
        if runner is not None:
            runner.close()

    def _sandbox_trouble(self) -> str:
        if time.monotonic() - self._tested < SELF_TEST_EVERY_S and self._runner is not None:
            return ""
        try:
            found = self.runner().test()
        except RunnerDied as error:
            found = str(error)
        if found:
            self.drop_runner()
            self._level = ""
        else:
            self._tested = time.monotonic()
        return found

    def _clock_trouble(self) -> str:
        offset_s = self._post.clock_offset_s()
        if offset_s is None:
            return "the broker cannot be reached"
        if abs(offset_s) > CLOCK_TOLERANCE_S:
            return f"this machine's clock is {offset_s:+.0f} s off the broker's: set it right"
        return ""

    def _drain_trouble(self) -> str:
        why = self._post.drained_because(self._settings.name)
        return f"the ladder has drained this worker: {why}" if why else ""

    def _disk_trouble(self) -> str:
        folder = self._settings.folder
        try:
            probe = folder / "probe"
            probe.write_bytes(b"x")
            probe.unlink()
            free_mb = _free_mb(folder)
        except OSError as error:
            return f"nothing can be written in {folder}: {error.strerror}"
        if free_mb < FREE_MB:
            return f"only {free_mb} MB are free in {folder}, wanted at least {FREE_MB}"
        return ""


def _free_mb(folder: Path) -> int:
    status = os.statvfs(folder)
    return status.f_bavail * status.f_frsize >> 20
