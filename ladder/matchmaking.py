"""Who plays whom: seed, table size and opponents. Pure: figures and a random source in, a line-up out."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

MAX_IN_FLIGHT = 2
NEWCOMER_GAMES = 20  # about where a rating stops being provisional
WINDOW = 200.0
WINDOW_FLOOR = 0.02
UNIFORM_SHARE = 0.25


@dataclass(frozen=True)
class Candidate:
    """An active version in a competition. Two of one `camp` never meet; `games` has those in flight too."""

    version: int
    camp: int
    rating: float
    games: int
    in_flight: int

    @property
    def free(self) -> bool:
        """Whether it may be drawn into one more match."""
        return self.in_flight < MAX_IN_FLIGHT

    @property
    def newcomer(self) -> bool:
        """Whether it has played too little to be placed."""
        return self.games < NEWCOMER_GAMES


def seeds(candidates: Sequence[Candidate], newcomers_turn: bool, rng: random.Random) -> list[Candidate]:
    """The free candidates in the order in which they may seed a match: least played first, ties at random.

    When it is not the newcomers' turn, settled ones come first: so newcomers seed at most every second match
    as long as a settled one is free.
    """
    free = [candidate for candidate in candidates if candidate.free]
    rng.shuffle(free)
    return sorted(free, key=lambda c: (c.newcomer and not newcomers_turn, c.games))


def sizes(candidates: Sequence[Candidate], smallest: int, largest: int) -> range:
    """The table sizes that this field can fill: no more seats than camps. Empty when no match is possible."""
    camps = len({candidate.camp for candidate in candidates})
    return range(smallest, min(largest, camps) + 1)


def size(played: Mapping[int, int], possible: Sequence[int], rng: random.Random) -> int:
    """The size that the seed has played least (`played`: matches by size); ties at random."""
    fewest = min(played.get(k, 0) for k in possible)
    return rng.choice([k for k in possible if played.get(k, 0) == fewest])


def opponents(
    seed: Candidate, candidates: Sequence[Candidate], seats: int, rng: random.Random
) -> list[Candidate] | None:
    """Draw the seed's `seats` - 1 opponents among the free; None when too few camps are free now."""
    drawn: list[Candidate] = []
    while len(drawn) < seats - 1:
        camps = {seed.camp, *(c.camp for c in drawn)}
        eligible = [c for c in candidates if c.free and c.camp not in camps]
        if not eligible:
            return None
        drawn.append(_draw(seed, eligible, rng))
    return drawn


def _draw(seed: Candidate, eligible: Sequence[Candidate], rng: random.Random) -> Candidate:
    if rng.random() < UNIFORM_SHARE:
        return rng.choice(eligible)
    return rng.choices(eligible, weights=[nearness(seed.rating, c.rating) for c in eligible])[0]


def seating(versions: Sequence[int], sat: Mapping[int, Mapping[int, int]], rng: random.Random) -> list[int]:
    """The versions in seat order: each where it sat least before (`sat`: matches by version and seat).

    Of all orders one with the smallest sum of squares that it would lead to; ties at random.
    """
    orders = list(permutations(versions))
    rng.shuffle(orders)
    return list(min(orders, key=lambda order: sum(2 * sat[v][seat] + 1 for seat, v in enumerate(order))))


def nearness(a: float, b: float) -> float:
    """The window: 1.02 for equal ratings, falling like a Gaussian of 200 Elo to 0.02."""
    return math.exp(-((a - b) ** 2) / (2 * WINDOW**2)) + WINDOW_FLOOR
