"""A change of rating in its parts, as the ledger shows it: the formula is in `elo.py`. Pure."""

import math
from collections.abc import Sequence

from ladder.ratings.elo import SCALE, Strength


def weight(players: int) -> float:
    """What each pair of a table counts."""
    return 3 / (players + 1)


def k_of(rd_after: float) -> float:
    """The K of a change that left this deviation."""
    return rd_after * rd_after / SCALE


def score_and_expected(field: Sequence[Strength], places: Sequence[int], i: int) -> tuple[float, float]:
    """Opponents that number `i` beat (a tie is half a one), and how many its ratings before foretold."""
    score = expected = 0.0
    for j, other in enumerate(field):
        if j == i:
            continue
        certainty = 1 / math.sqrt(1 + 3 * other.rd**2 / (math.pi**2 * SCALE**2))
        expected += 1 / (1 + 10 ** (-certainty * (field[i].r - other.r) / 400))
        score += 0.5 if places[i] == places[j] else float(places[i] < places[j])
    return score, expected
