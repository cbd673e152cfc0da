"""Many matches rated at once, to the last digit as `elo.rate` would one by one. Pure.

A match needs the ratings that the matches before it left, so a log cannot simply be one array operation. But
two matches without a common bot do not touch each other: of the next few thousand matches all those are
rated at once whose bots occur in no earlier match that still waits. The formula's exponentials may differ in
the last bits from those of `elo.rate`; whatever lands close to the middle between two millionths, where that
could show, goes through `elo.rate` itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ladder.ratings import elo
from ladder.ratings.elo import DOUBT, GRID, SCALE, TAU, Strength
from ladder.ratings.log import EMPTY, Floats, Ints, Log

WIDEST = 4096  # matches looked at together: past that the processor's caches are too small
NARROWEST = 64
DOUBTFUL = 2e-5
"""How near a result may come to the middle of two millionths, in millionths. Floats of this size differ by
less than a tenth of it."""


@dataclass(frozen=True)
class Changes:
    """Ratings and deviations by match and seat, before and after it; of empty seats without meaning."""

    r_before: Floats
    rd_before: Floats
    r_after: Floats
    rd_after: Floats


def rate_all(r: Floats, rd: Floats, log: Log) -> Changes:
    """Apply the log to the ratings and deviations by bot, which are changed in place."""
    shape = log.bots.shape
    changes = Changes(np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape))
    table = _Table(np.append(r, 0.0), np.append(rd, 1.0))
    bots = np.where(log.bots == EMPTY, len(r), log.bots)
    for matches in _independent(bots, len(r)):
        _rate(table, bots[matches], log.places[matches], matches, changes)
    r[:], rd[:] = table.r[:-1], table.rd[:-1]
    return changes


@dataclass(frozen=True)
class _Table:
    """Ratings and deviations by bot; the last row stands for nobody."""

    r: Floats
    rd: Floats


def _independent(bots: Ints, nobody: int) -> Iterator[Ints]:
    """The matches in groups: in one group no bot twice, and every bot's matches in their order."""
    width = int(np.clip(nobody // bots.shape[1], NARROWEST, WIDEST)) if bots.size else 0
    first = np.empty(nobody + 1, dtype=np.int64)
    waiting, begun = np.empty(0, dtype=np.int64), 0
    while begun < len(bots) or len(waiting):
        more = min(len(bots), begun + width - len(waiting))
        waiting = np.concatenate((waiting, np.arange(begun, more)))
        begun = more
        here = bots[waiting]
        rows = np.arange(len(waiting))
        first[here[::-1].ravel()] = np.repeat(rows[::-1], bots.shape[1])  # of equal ones the last write stays
        free = ((first[here] == rows[:, None]) | (here == nobody)).all(axis=1)
        yield waiting[free]
        waiting = waiting[~free]


def _rate(table: _Table, bots: Ints, places: Ints, matches: Ints, changes: Changes) -> None:
    """Rate matches without a common bot, and note what they changed."""
    r, rd = table.r[bots], table.rd[bots]
    changes.r_before[matches], changes.rd_before[matches] = r, rd
    seated = bots < len(table.r) - 1
    r_after, rd_after, sure = _formula(r, rd, places, seated)
    for row in np.flatnonzero(~(sure | ~seated).all(axis=1)):
        _one_by_one(int(row), r, rd, places, seated, r_after, rd_after)
    table.r[bots[seated]], table.rd[bots[seated]] = r_after[seated], rd_after[seated]
    changes.r_after[matches], changes.rd_after[matches] = r_after, rd_after


def _formula(
    r: Floats, rd: Floats, places: Ints, seated: NDArray[np.bool_]
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """`elo.rate` over the last axis; and where the rounding is beyond doubt. An empty seat weighs nothing."""
    weight = 3 / (seated.sum(axis=1, keepdims=True) + 1)
    g = seated / np.sqrt(1 + DOUBT * rd * rd)
    x = r / SCALE
    theirs = g[:, None, :]  # by match, own seat, other seat; a seat against itself is a tie at even odds
    expected = theirs / (1 + np.exp((x[:, None, :] - x[:, :, None]) * theirs))
    information = (expected * (theirs - expected)).sum(axis=2) - g * g / 4
    won = 0.5 + 0.5 * np.sign(places[:, None, :] - places[:, :, None])
    surprise = (theirs * won - expected).sum(axis=2)
    variance = 1 / (1 / (rd * rd + TAU * TAU) + weight / SCALE**2 * information)
    moved = (r + variance * (weight / SCALE) * surprise) * GRID
    deviation = np.sqrt(variance) * GRID
    sure = _beyond_doubt(moved) & _beyond_doubt(deviation)
    return np.rint(moved) / GRID, np.rint(deviation) / GRID, sure


def _beyond_doubt(millionths: Floats) -> NDArray[np.bool_]:
    result: NDArray[np.bool_] = np.abs(np.abs(millionths - np.rint(millionths)) - 0.5) > DOUBTFUL
    return result


def _one_by_one(
    row: int,
    r: Floats,
    rd: Floats,
    places: Ints,
    seated: NDArray[np.bool_],
    r_after: Floats,
    rd_after: Floats,
) -> None:
    at = np.flatnonzero(seated[row])
    field = [Strength(float(r[row, i]), float(rd[row, i])) for i in at]
    rated = elo.rate(field, places[row, at].tolist())
    r_after[row, at] = [strength.r for strength in rated]
    rd_after[row, at] = [strength.rd for strength in rated]
