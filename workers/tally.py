"""Counts a contest: places, scores, faults, time, and how much stronger a bot is, with an interval."""

import math
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from workers.contract import Fault, GameResult

NORMAL_95 = 1.96


@dataclass(frozen=True)
class Strength:
    """Elo points above the other bots, with the ends of the 95 % interval; all may be infinite."""

    elo: float
    low: float
    high: float


@dataclass
class Row:
    """What one bot did. `places[k]` counts the games in which it came in place k + 1."""

    name: str
    places: list[int]
    scores: list[int] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    cpu_ms: int = 0
    wall_ms: int = 0
    start_ms: int = 0
    memory_mb: float = 0.0
    _won: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))

    @property
    def games(self) -> int:
        """How often it sat at a table."""
        return len(self.scores)

    @property
    def mean_place(self) -> float:
        """Its place on average."""
        return sum((place + 1) * count for place, count in enumerate(self.places)) / max(1, self.games)

    def strength(self) -> Strength | None:
        """From the share of opponents that it left behind, a tie counting half; None without opponents.

        Games of one block share their deck, so blocks, not games, are the sample.
        """
        blocks = [statistics.fmean(shares) for shares in self._won.values() if shares]
        if not blocks:
            return None
        share = statistics.fmean(blocks)
        if len(blocks) < 2:
            return Strength(elo(share), -math.inf, math.inf)
        error = NORMAL_95 * statistics.stdev(blocks) / math.sqrt(len(blocks))
        return Strength(elo(share), elo(share - error), elo(share + error))


class Tally:
    """One row for each bot of the contest."""

    def __init__(self, names: Sequence[str], players: int) -> None:
        self.rows = [Row(name, [0] * players) for name in names]

    def count(self, number: int, block: int, seated: Sequence[int], result: GameResult) -> None:
        """Add a game's result; `seated` holds the bot's row by seat."""
        for seat, which in enumerate(seated):
            row, use = self.rows[which], result.seats[seat]
            row.places[result.final_places[seat] - 1] += 1
            row.scores.append(result.scores[seat])
            row.faults += [(number, fault) for fault in result.faults if fault.seat == seat]
            row.cpu_ms += use.cpu_ms
            row.wall_ms += use.wall_ms
            row.start_ms += use.start_ms
            row.memory_mb = max(row.memory_mb, use.memory_mb or 0.0)
            row._won[block] += _won(seat, seated, result.final_places)

    def ranked(self) -> list[Row]:
        """The rows, the best mean place first."""
        return sorted(self.rows, key=lambda row: (row.games == 0, row.mean_place))


def _won(seat: int, seated: Sequence[int], places: Sequence[int]) -> list[float]:
    """Against each other bot at the table: 1 won, 0.5 tied, 0 lost. Copies of oneself are no opponents."""
    opponents = [other for other in range(len(seated)) if seated[other] != seated[seat]]
    return [
        1.0 if places[seat] < places[other] else 0.5 if places[seat] == places[other] else 0.0
        for other in opponents
    ]


def elo(share: float) -> float:
    """The Elo difference at which this share is expected."""
    if not 0 < share < 1:
        return math.inf if share >= 1 else -math.inf
    return 400 * math.log10(share / (1 - share))
