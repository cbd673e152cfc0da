"""Elo for two to six players, by pairs, with a rating deviation that sets each bot's K. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 400 / math.log(10)
TAU = 2.0
REOPENED_RD = 100.0
PROVISIONAL_RD = 60.0
DIGITS = 6  # the same on every machine: the last bits of a float are not


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating and its deviation, both in Elo points."""

    r: float
    rd: float

    @property
    def provisional(self) -> bool:
        """Whether too few games stand behind the rating to rank by it."""
        return self.rd > PROVISIONAL_RD

    def reopened(self) -> "Strength":
        """The same rating with at least the deviation of a version that has just become active."""
        return Strength(self.r, max(self.rd, REOPENED_RD))


START = Strength(1500.0, 350.0)


def rate(field: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Strengths after one game of two or more, from those before it and the places (1 best, equal: a tie).

    In and out are in the same order. Each result is rounded to six decimals. ValueError for unequal lengths
    or fewer than two bots.
    """
    if len(field) != len(places) or len(field) < 2:
        raise ValueError(f"found {len(field)} strengths and {len(places)} places, wanted two or more of each")
    weight = 3 / (len(field) + 1)
    certainty = [1 / math.sqrt(1 + 3 * bot.rd**2 / (math.pi**2 * SCALE**2)) for bot in field]
    return [_rated(i, field, places, certainty, weight) for i in range(len(field))]


def _rated(
    i: int, field: Sequence[Strength], places: Sequence[int], certainty: Sequence[float], weight: float
) -> Strength:
    """The strength of number `i` after the game."""
    own, information, surprise = field[i], 0.0, 0.0
    for j, other in enumerate(field):
        if j == i:
            continue
        g = certainty[j]
        expected = 1 / (1 + 10 ** (-g * (own.r - other.r) / 400))
        information += g * g * expected * (1 - expected)
        surprise += g * (_score(places[i], places[j]) - expected)
    rd = 1 / math.sqrt(1 / (own.rd**2 + TAU**2) + information * weight / SCALE**2)
    r = own.r + rd * rd / SCALE * weight * surprise
    return Strength(round(r, DIGITS), round(rd, DIGITS))


def _score(own: int, other: int) -> float:
    if own == other:
        return 0.5
    return 1.0 if own < other else 0.0
