"""Matches of 2, 4 and 6 bots a second and core, beside the floor: the same bots asked the same lines."""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bench.bench_bots import PATIENT, launcher_cpu_ms, smoke_bot
from workers import contest, match, runtimes
from workers.clock import Turn
from workers.contest import Contest, Contestant
from workers.contract import GameOrder, GameResult
from workers.sandbox import Level, Sandbox, detect
from workers.seat import Seat, bid_farewell, converse

GAMES = 4
HOUSE = ("house:random", "house:defender", "house:hunter", "house:grazer", "house:first", "house:lookahead")
Lines = list[tuple[int, bytes]]


@contextmanager
def listening() -> Iterator[Lines]:
    """Every line that seats are sent meanwhile, with the number of the seat in the order of greeting."""
    heard: Lines = []
    numbers: dict[int, int] = {}
    greet, ask = Seat.greet, Seat.ask

    def greeted(seat: Seat, line: bytes, turn: Turn) -> None:
        heard.append((numbers.setdefault(id(seat), len(numbers)), line))
        greet(seat, line, turn)

    def asked(seat: Seat, line: bytes, turn: Turn) -> None:
        heard.append((numbers[id(seat)], line))
        ask(seat, line, turn)

    vars_of = (("greet", greeted), ("ask", asked))
    for name, function in vars_of:
        setattr(Seat, name, function)
    try:
        yield heard
    finally:
        for name, function in (("greet", greet), ("ask", ask)):
            setattr(Seat, name, function)


def one_match(sandbox: Sandbox, order: GameOrder, folders: Sequence[Path]) -> tuple[float, Lines, int]:
    """CPU milliseconds of a match with all its bots, what it asked, and how many decisions that were."""
    with listening() as lines:
        cpu = launcher_cpu_ms()
        result = match.play(sandbox, order, PATIENT, folders, 1.0, lambda decisions: None)
        cpu_ms = launcher_cpu_ms() - cpu
    assert isinstance(result, GameResult), result
    assert not result.faults, result.faults
    return cpu_ms + sum(use.cpu_ms for use in result.seats), lines, result.decisions


def floor(sandbox: Sandbox, order: GameOrder, folders: Sequence[Path], lines: Lines) -> float:
    """CPU milliseconds of the same bots asked the same lines: no engine, no JSON, no referee."""
    cpu = launcher_cpu_ms()
    used = 0.0
    with ExitStack() as cleanup:
        seats = []
        for number, folder in enumerate(folders):
            box = match.open_bot(sandbox, order.seats[number], folder, PATIENT, number)
            cleanup.callback(box.close)
            seats.append(Seat(box, PATIENT, 1.0))
        turns: list[Turn] = []
        for number, line in lines[: len(seats)]:
            turns.append(Turn(1e9, 1e9))
            seats[number].greet(line, turns[-1])
        converse(seats, lambda: None)
        for number, line in lines[len(seats) :]:
            turns.append(Turn(1e9, 1e9))
            seats[number].ask(line, turns[-1])
            converse([seats[number]], lambda: None)
        bid_farewell(seats, b'{"type":"over","scores":[],"places":[]}\n')
        used = sum(turn.cpu_ms for turn in turns)
    return launcher_cpu_ms() - cpu + used


def figures_of(
    sandbox: Sandbox, players: int, contestants: Sequence[Contestant], what: str
) -> dict[str, Any]:
    """Medians over a few games, each followed at once by its floor."""
    table = Contest("base", {}, players, GAMES, seed=1)
    played, bare, decisions = [], [], []
    for game in table.schedule(contestants):
        folders = [contestants[which].folder for which in game.seated]
        cpu_ms, lines, count = one_match(sandbox, game.order, folders)
        played.append(cpu_ms)
        bare.append(floor(sandbox, game.order, folders, lines))
        decisions.append(count)
    cpu_ms = statistics.median(played)
    ratio = statistics.median(under / over for under, over in zip(bare, played, strict=True))
    rate = f"{1000 / cpu_ms:.1f} ({statistics.median(decisions):.0f} decisions, {ratio:.2f} x floor)"
    return {f"{players} {what} bots: matches a second and core": rate}


def measure(sandbox: Sandbox, folder: Path) -> dict[str, Any]:
    """House bots in Python at three sizes of tables, and four native ones where C can be built."""
    figures: dict[str, Any] = {"sandbox": str(sandbox.level)}
    with contest.unpacked(HOUSE) as house:
        for players in (2, 4, 6):
            figures |= figures_of(sandbox, players, house[:players], "Python")
    if "c" in runtimes.available():
        order = smoke_bot(sandbox, "c", folder / "c")
        native = Contestant("c", order.filename, order.runtime, order.entry, folder / "c")
        copies = [replace(native, name=f"c{number}") for number in range(4)]
        figures |= figures_of(sandbox, 4, copies, "native")
    return figures


def main() -> None:
    """Measure on one core, bots included."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with detect(Level.NAMESPACES) as sandbox, tempfile.TemporaryDirectory(prefix="wh-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        began = time.monotonic()
        figures = measure(sandbox, folder)
        print(json.dumps(figures | {"seconds": round(time.monotonic() - began)}))


if __name__ == "__main__":
    main()
