"""The likelihood of finishing orders (Plackett-Luce): its value, slope and curvature over a whole log. Pure.

A match is read as stages: the winner is drawn among all with odds exp(x), the second among those left, and so
on, where x is the bot's strength plus the effect of its seat. Each of some tied bots is drawn among all
that were left before them (Breslow's form). A vector of parameters holds strengths, then seat effects.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ladder.ratings.log import Floats, Ints, Log


@dataclass(frozen=True)
class Seat:
    """A seat of a table size: what its effect stands for."""

    players: int
    seat: int


@dataclass(frozen=True)
class _Games:
    """The matches of one size. Rows are positions in the order of finish, columns are matches."""

    bots: Ints
    seats: Ints
    drawn: Floats  # how many are drawn at the stage that begins at this position; 0 inside a tie


@dataclass(frozen=True)
class Slope:
    """Log-likelihood, its gradient, and the information that each bot's matches hold of it."""

    value: float
    gradient: Floats


class Stages:
    """A log made ready for fitting. `seats` names the parameters after the `bots` strengths."""

    def __init__(self, log: Log, bots: int) -> None:
        self.bots = bots
        self.seats: list[Seat] = []
        self._games: dict[int, _Games] = {}
        sizes = log.sizes
        for players in np.unique(sizes[sizes > 1]).tolist():
            rows = sizes == players
            self._games[players] = self._prepare(log.bots[rows, :players], log.places[rows, :players])

    @property
    def parameters(self) -> int:
        """Strengths and seat effects together."""
        return self.bots + len(self.seats)

    @property
    def sizes(self) -> list[int]:
        """The table sizes that occur."""
        return sorted(self._games)

    def _prepare(self, bots: Ints, places: Ints) -> _Games:
        players = bots.shape[1]
        order = np.argsort(places, axis=1, kind="stable")
        ranked = np.take_along_axis(places, order, axis=1).T
        first = self.bots + len(self.seats)
        self.seats += [Seat(players, seat) for seat in range(players)]
        return _Games(
            np.ascontiguousarray(np.take_along_axis(bots, order, axis=1).T),
            np.ascontiguousarray(first + order.T),
            _drawn(ranked),
        )

    def slope(self, x: Floats) -> Slope:
        """Value and gradient at the parameters `x`."""
        value, gradient = 0.0, np.zeros(self.parameters)
        for games in self._games.values():
            odds, left, reached = _odds(games, x)
            value += float((games.drawn * np.log(left)).sum())
            for position, own in enumerate(odds):
                gained = 1 - own * reached[position]
                _add(gradient, games.bots[position], gained)
                _add(gradient, games.seats[position], gained)
            value -= float(x[games.bots].sum() + x[games.seats].sum())
        return Slope(-value, gradient)

    def information(self, x: Floats) -> Floats:
        """Minus the matrix of second derivatives at `x`: parameters x parameters."""
        size = self.parameters
        pairs = np.zeros(size * size)
        for games in self._games.values():
            for one, other, weight in _pairs(games, x):
                for a in (games.bots[one], games.seats[one]):
                    for b in (games.bots[other], games.seats[other]):
                        _add(pairs, a * size + b, weight)
        matrix: Floats = pairs.reshape(size, size)
        return self._curvature(matrix + matrix.T, x)

    def own_information(self, x: Floats) -> Floats:
        """The diagonal of `information` alone."""
        own = np.zeros(self.parameters)
        for games in self._games.values():
            for position, curvature in enumerate(_own_curvature(games, x)):
                _add(own, games.bots[position], curvature)
                _add(own, games.seats[position], curvature)
        return own

    def bend(self, x: Floats) -> Callable[[Floats], Floats]:
        """`information` at `x` as a function that multiplies it by a vector, without the matrix."""
        prepared = [(games, *_odds(games, x)) for games in self._games.values()]

        def product(along: Floats) -> Floats:
            result = np.zeros(self.parameters)
            for games, odds, left, reached in prepared:
                moved = along[games.bots] + along[games.seats]
                all_moved = np.cumsum((odds * moved)[::-1], axis=0)[::-1]
                shares = odds * (reached * moved - np.cumsum(games.drawn / left**2 * all_moved, axis=0))
                for position, share in enumerate(shares):
                    _add(result, games.bots[position], share)
                    _add(result, games.seats[position], share)
            return result

        return product

    def _curvature(self, pairs: Floats, x: Floats) -> Floats:
        """From what pairs of parameters share of each other's matches, and each position's own curvature."""
        size = self.parameters
        own = np.zeros(size)
        cross = np.zeros(size * size)
        for games in self._games.values():
            for position, curvature in enumerate(_own_curvature(games, x)):
                bots, seats = games.bots[position], games.seats[position]
                _add(own, bots, curvature)
                _add(own, seats, curvature)
                _add(cross, bots * size + seats, curvature)
        matrix = cross.reshape(size, size)
        result: Floats = matrix + matrix.T - pairs
        result[np.diag_indices(size)] += own
        return result

    def by_size(self, x: Floats) -> Iterator[tuple[int, Floats, Floats]]:
        """For each table size: by bot, slope and information of its strength in matches of that size."""
        for players, games in self._games.items():
            slope, known = np.zeros(self.bots), np.zeros(self.bots)
            odds, _, reached = _odds(games, x)
            for position, curvature in enumerate(_own_curvature(games, x)):
                _add(slope, games.bots[position], 1 - odds[position] * reached[position])
                _add(known, games.bots[position], curvature)
            yield players, slope, known

    def duels(self) -> Iterator[tuple[Ints, Ints, Floats]]:
        """All pairs of all matches: better placed, other one, what the first won (1, or ½ for a tie)."""
        for games in self._games.values():
            stage = np.cumsum(games.drawn > 0, axis=0)
            for one, other in combinations(range(len(games.bots)), 2):
                won = np.where(stage[one] == stage[other], 0.5, 1.0)
                yield games.bots[one], games.bots[other], won


def _drawn(ranked: Ints) -> Floats:
    """By position and match: how many share the place that begins here."""
    begins = np.ones(ranked.shape, dtype=bool)
    begins[1:] = ranked[1:] != ranked[:-1]
    drawn = np.zeros(ranked.shape)
    tied = np.zeros(ranked.shape[1])
    for position in reversed(range(len(ranked))):
        tied += 1
        drawn[position] = np.where(begins[position], tied, 0)
        tied[begins[position]] = 0
    return drawn


def _odds(games: _Games, x: Floats) -> tuple[Floats, Floats, Floats]:
    """By position and match: odds; their sum over all that are left; draws per odds up to here."""
    odds = np.exp(x[games.bots] + x[games.seats])
    left = np.cumsum(odds[::-1], axis=0)[::-1]
    return odds, left, np.cumsum(games.drawn / left, axis=0)


def _pairs(games: _Games, x: Floats) -> Iterator[tuple[int, int, Floats]]:
    """For each pair of positions, by match: how much one's odds matter for the other's."""
    odds, left, _ = _odds(games, x)
    squared = np.cumsum(games.drawn / left**2, axis=0)
    for one, other in combinations(range(len(odds)), 2):
        yield one, other, odds[one] * odds[other] * squared[one]


def _own_curvature(games: _Games, x: Floats) -> Floats:
    odds, left, reached = _odds(games, x)
    curvature: Floats = odds * reached - odds**2 * np.cumsum(games.drawn / left**2, axis=0)
    return curvature


def _add(into: Floats, at: Ints, what: Floats) -> None:
    into += np.bincount(at, weights=what, minlength=len(into))
