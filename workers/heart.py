"""Tells the ladder that this worker lives and what it does: every two seconds in an order, else every ten."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from workers.contract import (
    IDLE_PULSE_EVERY_S,
    PROGRESS,
    PROGRESS_EVERY_S,
    STARTED,
    BuildOrder,
    BuildPulse,
    GameOrder,
    GamePulse,
    Pulse,
    WorkerInfo,
)
from workers.post import Post

LOOK_S = 0.25


class Heart:
    """Beats in a thread of its own, so that a slow blob or a long game does not stop it."""

    def __init__(self, post: Post, info: Callable[[], WorkerInfo]) -> None:
        self._post = post
        self._info = info
        self._lock = threading.Lock()
        self._games: dict[tuple[str, int], GamePulse] = {}
        self._builds: dict[tuple[str, int], BuildPulse] = {}
        self._last_beat = float("-inf")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heart", daemon=True)

    def start(self) -> None:
        """Begin to beat."""
        self._thread.start()

    def stop(self) -> None:
        """Beat no more."""
        self._stop.set()

    def take(self, games: Sequence[GameOrder]) -> None:
        """An order has come: none of its games has begun, all are leased."""
        with self._lock:
            for game in games:
                waiting = GamePulse(game.match, game.attempt, game.token, begun=False)
                self._games[_key(game)] = waiting
        self.beat(STARTED)

    def begin(self, game: GameOrder) -> None:
        """The game begins now."""
        self._put(game, replace(self._pulse_of(game), begun=True))
        self.beat()

    def count(self, game: GameOrder, decisions: int) -> None:
        """So many decisions were made; told at the next beat."""
        self._put(game, replace(self._pulse_of(game), decisions=decisions))

    def finish(self, game: GameOrder) -> None:
        """Nothing but the report is still due."""
        self._put(game, replace(self._pulse_of(game), reporting=True))
        self.beat()

    def drop(self, game: GameOrder) -> None:
        """The broker has the report, or this worker is not going to make one."""
        with self._lock:
            self._games.pop(_key(game), None)

    def take_build(self, build: BuildOrder) -> None:
        """A build begins; it is leased."""
        pulse = BuildPulse(build.version, build.attempt, build.token)
        with self._lock:
            self._builds[build.version, build.attempt] = pulse
        self.beat(STARTED)

    def finish_build(self, build: BuildOrder) -> None:
        """Nothing but the build's report is still due."""
        key = (build.version, build.attempt)
        with self._lock:
            self._builds[key] = replace(self._builds[key], reporting=True)
        self.beat()

    def drop_build(self, build: BuildOrder) -> None:
        """The broker has the build's report."""
        with self._lock:
            self._builds.pop((build.version, build.attempt), None)

    def beat(self, task: str = PROGRESS) -> None:
        """Send a pulse now."""
        with self._lock:
            games, builds = tuple(self._games.values()), tuple(self._builds.values())
            self._last_beat = time.monotonic()
        self._post.pulse(task, Pulse(self._info(), games, builds=builds))

    def _pulse_of(self, game: GameOrder) -> GamePulse:
        return self._games[_key(game)]

    def _put(self, game: GameOrder, pulse: GamePulse) -> None:
        with self._lock:
            self._games[_key(game)] = pulse

    def _run(self) -> None:
        while not self._stop.wait(LOOK_S):
            wait_s = PROGRESS_EVERY_S if self._games or self._builds else IDLE_PULSE_EVERY_S
            if time.monotonic() - self._last_beat >= wait_s:
                self.beat()


def _key(game: GameOrder) -> tuple[str, int]:
    return game.match, game.attempt
