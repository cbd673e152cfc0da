"""What a local contest came to, for people and for programs."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine import __version__ as engine_version
from workers.contest import Contest
from workers.contract import Failure, Fault
from workers.tally import Row, Strength, Tally

FAULTS_SHOWN = 3
STDERR_LINES = 6

Failures = Sequence[tuple[int, Failure]]


def text(tally: Tally, failures: Failures, level: str, seconds: float) -> str:
    """A table with one line a bot, then the faults with what the bots wrote last."""
    games = sum(tally.rows[0].places) if len(tally.rows) == 1 else max(row.games for row in tally.rows)
    alone = ["it played itself: every seat was a copy of it"] if len(tally.rows) == 1 else []
    lines = [*_table(tally), *alone, "", f"{games} games in {seconds:.1f} s, sandbox: {level}"]
    for row in tally.ranked():
        lines += [line for number, fault in row.faults[:FAULTS_SHOWN] for line in _fault(row, number, fault)]
        if len(row.faults) > FAULTS_SHOWN:
            lines.append(f"{row.name}: {len(row.faults) - FAULTS_SHOWN} more faults")
    lines += [f"game {number} has no result: {failure.reason}" for number, failure in failures]
    return "\n".join(lines)


def _table(tally: Tally) -> list[str]:
    width = max(len("bot"), *(len(row.name) for row in tally.rows))
    places = len(tally.rows[0].places)
    head = f"{'bot':{width}}  games  {'':2}{'  '.join(f'{place + 1:>3}.' for place in range(places))}"
    head += "  mean place  score  Elo over the others  faults  CPU ms/game  start ms    MB"
    return [head, *(_line(row, width) for row in tally.ranked())]


def _line(row: Row, width: int) -> str:
    games = max(1, row.games)
    places = "  ".join(f"{count:>4}" for count in row.places)
    return (
        f"{row.name:{width}}  {row.games:>5}  {'':2}{places}  {row.mean_place:>10.2f}"
        f"  {sum(row.scores) / games:>5.1f}  {_strength(row.strength()):>19}  {len(row.faults):>6}"
        f"  {row.cpu_ms / games:>11.0f}  {row.start_ms / games:>8.0f}  {row.memory_mb:>4.0f}"
    )


def _strength(strength: Strength | None) -> str:
    """Such as `+53 (+12 to +95)`, or `+inf` for a bot that won all."""
    if strength is None:
        return "-"
    if math.isinf(strength.elo):
        return f"{strength.elo:+.0f}"
    return f"{strength.elo:+.0f} ({strength.low:+.0f} to {strength.high:+.0f})"


def _fault(row: Row, number: int, fault: Fault) -> list[str]:
    where = "in its start" if fault.n is None else f"at decision {fault.n} ({fault.decision})"
    lines = [f"{row.name}: fault {fault.kind} in game {number}, seat {fault.seat}, {where}: {fault.message}"]
    if fault.received:
        lines.append(f"    received: {fault.received}")
    lines += [f"    | {line}" for line in fault.stderr_tail.strip().splitlines()[-STDERR_LINES:]]
    return lines


def document(tally: Tally, failures: Failures, contest: Contest, level: str) -> dict[str, Any]:
    """The same as one JSON document."""
    return {
        "engine": engine_version,
        "contest": asdict(contest),
        "sandbox": level,
        "bots": [_row(row) for row in tally.ranked()],
        "failures": [{"game": number, **asdict(failure)} for number, failure in failures],
    }


def _finite(strength: Strength | None) -> dict[str, float | None] | None:
    """JSON knows no infinity: null stands for it."""
    if strength is None:
        return None
    return {name: None if math.isinf(value) else value for name, value in asdict(strength).items()}


def _row(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "games": row.games,
        "places": row.places,
        "mean_place": row.mean_place,
        "scores": row.scores,
        "elo": _finite(row.strength()),
        "cpu_ms": row.cpu_ms,
        "wall_ms": row.wall_ms,
        "start_ms": row.start_ms,
        "memory_mb": row.memory_mb,
        "faults": [{"game": number, **asdict(fault)} for number, fault in row.faults],
    }
