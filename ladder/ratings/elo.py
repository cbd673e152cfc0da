"""Elo for two to six players, by pairs, with a rating deviation that sets each bot's K. Pure."""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 400 / log(10)
TAU = 2.0
REOPENED_RD = 100.0
PROVISIONAL_RD = 60.0
GRID = 1e6  # results are whole millionths: the same on every machine, as the last bits of a float are not
WHOLE = 1.5 * 2**52
"""Added to a float below 2**51 and taken away again, it leaves the nearest whole number, halves to even."""

DOUBT = 3 / (pi * SCALE) ** 2
"""How much a deviation of one takes from the certainty of a bot's strength."""


class Strength(NamedTuple):
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
    or fewer than two bots. One straight function, as every match of every ladder goes through it.
    """
    count = len(field)
    if count != len(places) or count < 2:
        raise ValueError(f"found {count} strengths and {len(places)} places, wanted two or more of each")
    weight = 3 / (count + 1)
    shrinking, moving = weight / SCALE**2, weight / SCALE
    table = [
        (r / SCALE, 1 / sqrt(1 + DOUBT * rd * rd), at) for (r, rd), at in zip(field, places, strict=True)
    ]
    after = []
    for (r, rd), (x, own_g, place) in zip(field, table, strict=True):
        information, surprise = -own_g * own_g / 4, 0.0  # the loop meets the bot itself: a tie at even odds
        for y, g, other_place in table:
            expected = g / (1 + exp((y - x) * g))
            information += expected * (g - expected)
            if place < other_place:
                surprise += g - expected
            elif place > other_place:
                surprise -= expected
            else:
                surprise += g / 2 - expected
        variance = 1 / (1 / (rd * rd + TAU * TAU) + shrinking * information)
        moved = (r + variance * moving * surprise) * GRID
        deviation = sqrt(variance) * GRID
        after.append(Strength((moved + WHOLE - WHOLE) / GRID, (deviation + WHOLE - WHOLE) / GRID))
    return after
