"""Sandboxed matches of Python house bots on one core, and where their time goes."""

import json
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import engine
from engine.decisions import Decision
from workers import contest, match, referee
from workers.contest import Contest
from workers.contract import GameResult, Limits
from workers.referee import Referee
from workers.sandbox import Level, Sandbox, detect
from workers.seat import Seat

BOTS = ["house:random", "house:defender", "house:hunter", "house:lookahead"]
GAMES = 12


class Watch:
    """Adds up the seconds spent in chosen functions, those within others not counted twice."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._open: list[str] = []
        self._last = 0.0

    def wrap(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, its time booked to this part."""

        def timed(*args: Any, **named: Any) -> Any:
            with self.part(part):
                return function(*args, **named)

        return timed

    @contextmanager
    def part(self, part: str) -> Iterator[None]:
        """Book the time within to this part."""
        self._book()
        self._open.append(part)
        try:
            yield
        finally:
            self._book()
            self._open.pop()

    def _book(self) -> None:
        now = time.perf_counter()
        if self._open:
            self.seconds[self._open[-1]] += now - self._last
        self._last = now


def watched() -> Watch:
    """A watch on the functions that a match spends its time in."""
    watch = Watch()
    _replace(match, "open_bot", watch, "bot start")
    _replace(Referee, "start", watch, "bot start")
    _replace(referee, "bid_farewell", watch, "bot end")
    for name in ("choose", "view", "happenings", "replay"):
        _replace(engine.Game, name, watch, "engine")
    vars(referee)["converse"] = _thinking(watch, vars(referee)["converse"])
    choices = vars(Decision)["choices"].fget
    setattr(Decision, *("choices", property(watch.wrap("engine", choices))))
    return watch


def _replace(owner: object, name: str, watch: Watch, part: str) -> None:
    setattr(owner, name, watch.wrap(part, getattr(owner, name)))


def _thinking(watch: Watch, converse: Callable[..., None]) -> Callable[..., None]:
    """Waiting for one bot is its thinking; waiting for all of them is their start."""

    def waiting(seats: Sequence[Seat], check: Callable[[], None]) -> None:
        with watch.part("bot thinking" if len(seats) == 1 else "bot start"):
            converse(seats, check)

    return waiting


def measure(sandbox: Sandbox, games: int = GAMES, bots: list[str] = BOTS) -> dict[str, Any]:
    """The figures of so many games, as medians of games."""
    watch = watched()
    table = Contest("base", {}, len(bots), games + 1, seed=1)
    walls, cpus, bots_ms, decisions = [], [], [], []
    with contest.unpacked(bots) as contestants:
        for game in table.schedule(contestants):
            folders = [contestants[which].folder for which in game.seated]
            began, cpu_began = time.perf_counter(), _cpu_s()
            with watch.part("referee"):
                result = match.play(sandbox, game.order, Limits(), folders, 1.0, lambda decisions: None)
            assert isinstance(result, GameResult), result
            assert not result.faults, result.faults
            walls.append(time.perf_counter() - began)
            bots_ms.append(sum(use.cpu_ms for use in result.seats))
            cpus.append(_cpu_s() - cpu_began + bots_ms[-1] / 1000)
            decisions.append(result.decisions)
            if game.number == 0:  # the first warms up
                watch.seconds.clear()
    wall_s, cpu_s = statistics.median(walls[1:]), statistics.median(cpus[1:])
    return {
        "4-player matches a second and core": round(1 / wall_s, 2),
        "the same by CPU time alone": round(1 / cpu_s, 2),
        "CPU ms a match": round(1000 * cpu_s),
        "of these the four bots'": statistics.median(bots_ms[1:]),
        "decisions in a match": statistics.median(decisions[1:]),
        "sandbox": str(sandbox.level),
        **_shares(watch),
    }


def _cpu_s() -> float:
    """CPU seconds of this process and of the launchers that it started; bots are metered by their boxes."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _shares(watch: Watch) -> dict[str, float]:
    total = sum(watch.seconds.values())
    figures: dict[str, float] = {}
    for part, seconds in sorted(watch.seconds.items(), key=lambda item: -item[1]):
        figures[f"share of {part}, %"] = round(100 * seconds / total, 1)
    return figures


def main() -> None:
    """Measure on one core, bots included."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with detect(Level.NAMESPACES) as sandbox:
        print(json.dumps(measure(sandbox)))


if __name__ == "__main__":
    main()
