"""The reference rating: the strengths that explain a whole log of finishing orders best. Pure.

Maximum a posteriori of Plackett-Luce with an effect for each seat of each table size, by Newton's method. The
spread of the field is estimated along with it (empirical Bayes), so that a bot with few games stays near the
others and two groups that never met stay comparable at all. Equal input gives equal output to the last digit.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ladder.ratings.elo import SCALE
from ladder.ratings.log import EMPTY, Floats, Ints, Log
from ladder.ratings.stages import Stages

MIDDLE = 1500.0
WIDENED = 1.3
"""Factor on the standard errors: what the curvature alone promises covers too little (measured: 84-90 %)."""
SEAT_SPREAD = 50 / SCALE
FIRST_SPREAD = 200 / SCALE
IMAGINED = 5
CLOSE = 1e-9  # the last step, in natural units
SETTLED = 1e-7  # the spread's last change, in the same
FAR = 0.03  # after a step as long as that the curvature is worked out anew
NEAR = 1e-4  # so far from where it was worked out the curvature is as good as new
MOST_STEPS = 300
WHOLE = 4000
"""Up to so many parameters the whole matrix of second derivatives is held: 128 MB, some of them at once."""
SLIM_CLOSE = 1e-14  # of the squared length of what a step starts from
LARGE = 100_000
SAMPLE = 16  # a large log begins where every 16th of its matches leads


class NotFitted(ArithmeticError):
    """The steps did not come to rest."""


@dataclass(frozen=True)
class SeatEffect:
    """What the seat is worth, in Elo, against the table's average one; `error` is one standard error."""

    players: int
    seat: int
    elo: float
    error: float


@dataclass(frozen=True)
class Fit:
    """Strengths by bot in Elo around 1500, and one standard error (widened) of each.

    `group` numbers the connected groups of the field, 0 being the largest; bots of different groups never
    met, not even by others, and only the prior compares them. `spread`: the field's standard deviation.
    """

    ratings: Floats
    errors: Floats
    group: Ints
    games: Ints
    seats: tuple[SeatEffect, ...]
    spread: float
    steps: int
    _curvature: "_Curvature" = field(repr=False, compare=False)

    def covariance(self, bots: Sequence[int]) -> Floats:
        """What is not known of these bots' ratings (widened): a square matrix, in Elo squared."""
        at = np.array(bots, dtype=np.int64)
        result: Floats = self._curvature.covariance(at) * (SCALE * WIDENED) ** 2
        return result


def fit(log: Log, bots: int, start: Floats | None = None) -> Fit:
    """Fit the log of matches among the bots 0 to `bots` - 1; `start`: ratings to begin from (Elo).

    NotFitted when the steps do not come to rest, which the prior should make impossible.
    """
    if start is None and len(log) > LARGE:
        start = fit(Log(log.bots[::SAMPLE], log.places[::SAMPLE]), bots).ratings
    stages = Stages(log, bots)
    point, curvature, steps = _climb(stages, _beginning(stages, start))
    played = log.bots[log.bots != EMPTY]
    return Fit(
        ratings=MIDDLE + SCALE * point[:bots],
        errors=SCALE * WIDENED * np.sqrt(curvature.variances(np.arange(bots))),
        group=groups(log, bots),
        games=np.bincount(played, minlength=bots),
        seats=_seat_effects(stages, point, curvature),
        spread=curvature.spread * SCALE,
        steps=steps,
        _curvature=curvature,
    )


def _beginning(stages: Stages, start: Floats | None) -> Floats:
    point = np.zeros(stages.parameters)
    if start is not None:
        point[: stages.bots] = (start - MIDDLE) / SCALE
    return point


class _Curvature(ABC):
    """What one step is reckoned with, and where it was worked out: the dearest part of a step."""

    def __init__(self, point: Floats, spread: float) -> None:
        self.point, self.spread = point, spread

    def holds(self, point: Floats, spread: float) -> bool:
        """Whether it is still as good as new."""
        moved = float(np.abs(point - self.point).max(initial=0))
        return moved < NEAR and abs(spread - self.spread) < NEAR * spread

    @abstractmethod
    def step(self, gradient: Floats) -> Floats:
        """Newton's step for this gradient."""

    @abstractmethod
    def covariance(self, at: Ints) -> Floats:
        """What is not known of these parameters, in natural units: a square matrix."""

    @abstractmethod
    def variances(self, at: Ints) -> Floats:
        """Its diagonal."""


class _Whole(_Curvature):
    """The whole matrix and its inverse: for fields of up to some thousand bots."""

    def __init__(self, stages: Stages, point: Floats, spread: float) -> None:
        super().__init__(point, spread)
        information: Floats = stages.information(point) + np.diag(_prior(stages, spread))
        self._inverse = np.linalg.inv(information).astype(np.float64)

    def step(self, gradient: Floats) -> Floats:
        """By the inverse."""
        result: Floats = self._inverse @ gradient
        return result

    def covariance(self, at: Ints) -> Floats:
        """Exactly."""
        result: Floats = self._inverse[np.ix_(at, at)]
        return result

    def variances(self, at: Ints) -> Floats:
        """Exactly."""
        result: Floats = np.diag(self._inverse)[at]
        return result


class _Slim(_Curvature):
    """No matrix: steps by conjugate gradients, variances by the diagonal alone (a few per cent too small)."""

    def __init__(self, stages: Stages, point: Floats, spread: float) -> None:
        super().__init__(point, spread)
        self._prior = _prior(stages, spread)
        self._diagonal = stages.own_information(point) + self._prior
        self._bend = stages.bend(point)

    def step(self, gradient: Floats) -> Floats:
        """By conjugate gradients, preconditioned by the diagonal."""
        result, rest = np.zeros_like(gradient), gradient.copy()
        along = scaled = rest / self._diagonal
        size = first = float(rest @ scaled)
        for _ in range(MOST_STEPS):
            if size <= SLIM_CLOSE * first or size == 0:
                break
            bent = self._bend(along) + self._prior * along
            length = size / float(along @ bent)
            result, rest = result + length * along, rest - length * bent
            scaled = rest / self._diagonal
            before, size = size, float(rest @ scaled)
            along = scaled + size / before * along
        return result

    def covariance(self, at: Ints) -> Floats:
        """The diagonal."""
        return np.diag(self.variances(at))

    def variances(self, at: Ints) -> Floats:
        """Each as if all others were known."""
        result: Floats = 1 / self._diagonal[at]
        return result


def _climb(stages: Stages, point: Floats) -> tuple[Floats, _Curvature, int]:
    """Parameters, curvature there and number of steps when the steps have come to rest.

    The spread follows once the steps are short.
    """
    kind = _Whole if stages.parameters <= WHOLE else _Slim
    curvature: _Curvature = kind(stages, point, FIRST_SPREAD)
    spread, bots = FIRST_SPREAD, np.arange(stages.bots)
    for step in range(1, MOST_STEPS + 1):
        move = curvature.step(stages.slope(point).gradient - _prior(stages, spread) * point)
        point = point + np.clip(move, -1, 1)
        length = float(np.abs(move).max(initial=0))
        before = spread
        if length <= FAR:
            spread = _spread(point[: stages.bots], curvature.variances(bots))
        at_rest = length < CLOSE and abs(spread - before) < SETTLED
        if at_rest and curvature.holds(point, spread):
            return point, curvature, step
        if at_rest or length > FAR:
            curvature = kind(stages, point, spread)
    raise NotFitted(f"after {MOST_STEPS} steps the last one was {length:.2g} long, wanted {CLOSE:.0e}")


def _prior(stages: Stages, spread: float) -> Floats:
    """The precision of each parameter before any game: strengths, then seats."""
    return np.concatenate(
        (np.full(stages.bots, 1 / spread**2), np.full(len(stages.seats), 1 / SEAT_SPREAD**2))
    )


def _spread(strengths: Floats, variances: Floats) -> float:
    """Empirical Bayes: the mean square of the strengths and of what is not known of them.

    A few imagined bots of the usual spread keep a small field from being taken for one of equals.
    """
    seen = float(np.sum(strengths**2 + variances))
    return float(np.sqrt((seen + IMAGINED * FIRST_SPREAD**2) / (len(strengths) + IMAGINED)))


def _seat_effects(stages: Stages, point: Floats, curvature: _Curvature) -> tuple[SeatEffect, ...]:
    """Each seat against its table's average; the average itself means nothing and its doubt is taken out."""
    members = np.array([seat.players for seat in stages.seats])
    same = members[:, None] == members[None, :]
    centred = np.eye(len(members)) - same / np.maximum(same.sum(axis=1, keepdims=True), 1)
    first = stages.bots
    effects = centred @ point[first:] * SCALE
    covariance = curvature.covariance(np.arange(first, stages.parameters))
    errors = SCALE * WIDENED * np.sqrt(np.diag(centred @ covariance @ centred.T))
    return tuple(
        SeatEffect(seat.players, seat.seat, float(effect), float(error))
        for seat, effect, error in zip(stages.seats, effects, errors, strict=True)
    )


def groups(log: Log, bots: int) -> Ints:
    """By bot: the number of its connected group, from the largest (0) down; ties by the lowest bot."""
    root = np.arange(bots)
    first = log.bots[:, :1] if len(log) else np.empty((0, 1), dtype=np.int64)
    met = np.unique(
        np.stack([np.broadcast_to(first, log.bots.shape)[log.bots != EMPTY], log.bots[log.bots != EMPTY]]),
        axis=1,
    )
    changed = True
    while changed:
        low = np.minimum(root[met[0]], root[met[1]])
        before = root.copy()
        np.minimum.at(root, met[0], low)
        np.minimum.at(root, met[1], low)
        root = root[root]
        changed = bool((root != before).any())
    roots, sizes = np.unique(root, return_counts=True)
    order = np.lexsort((roots, -sizes))
    number = np.empty(bots, dtype=np.int64)
    number[roots[order]] = np.arange(len(roots))
    result: Ints = number[root]
    return result


def rank_intervals(ratings: Floats, covariance: Floats, seed: int, draws: int = 1000) -> tuple[Ints, Ints]:
    """By bot, the ranks (1 best) between which it lies in 95 % of draws from what is known of the field."""
    if not len(ratings):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    drawn = np.random.default_rng(seed).standard_normal((draws, len(ratings)))
    factor = np.linalg.cholesky(covariance)
    order = np.argsort(-(ratings + drawn @ factor.T), axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(1, len(ratings) + 1)[None, :], axis=1)
    low, high = np.percentile(ranks, [2.5, 97.5], axis=0, method="nearest")
    return low.astype(np.int64), high.astype(np.int64)


@dataclass(frozen=True)
class SizeEffect:
    """How much better (Elo) a bot plays at tables of this size than its rating says; one standard error."""

    bot: int
    players: int
    elo: float
    error: float


def size_effects(log: Log, fitted: Fit) -> list[SizeEffect]:
    """Each bot's own deviation by table size, held back by how much bots differ in that at all.

    One step from the fitted strengths, whose own uncertainty is left out.
    """
    bots = len(fitted.ratings)
    stages = Stages(log, bots)
    point = np.concatenate(((fitted.ratings - MIDDLE) / SCALE, _effects_of(stages, fitted.seats)))
    found = list(stages.by_size(point))
    if not found:
        return []
    slope = np.concatenate([each[1] for each in found])
    known = np.concatenate([each[2] for each in found])
    variance = max(float((slope**2 - known).sum() / max((known**2).sum(), 1e-300)), (1 / SCALE) ** 2)
    effects = slope / (known + 1 / variance) * SCALE
    errors = SCALE * WIDENED / np.sqrt(known + 1 / variance)
    where = [(bot, players) for players, _, _ in found for bot in range(bots)]
    return [
        SizeEffect(bot, players, float(effect), float(error))
        for (bot, players), effect, error, information in zip(where, effects, errors, known, strict=True)
        if information > 0
    ]


def _effects_of(stages: Stages, seats: Sequence[SeatEffect]) -> Floats:
    by_seat = {(effect.players, effect.seat): effect.elo / SCALE for effect in seats}
    return np.array([by_seat[seat.players, seat.seat] for seat in stages.seats])


@dataclass(frozen=True)
class Luck:
    """The chance that the better of two wins: share / 2 + (1 - share) / (1 + 10 ** (-difference / scale)).

    `share`: the part of the games that no strength decides; `scale` in Elo.
    """

    share: float
    scale: float

    def chance(self, difference: float) -> float:
        """The chance against a bot that is `difference` Elo weaker."""
        return float(self.share / 2 + (1 - self.share) / (1 + 10.0 ** (-difference / self.scale)))


CELL = 2.0  # Elo
MOST_LUCK = 0.95
LUCK_STEPS = 200


def luck(log: Log, ratings: Floats) -> Luck:
    """Share and scale that explain the pairs of the log best (likelihood, by Fisher scoring).

    Share 0 and scale 400 when there is nothing to learn from.
    """
    won, lost = _by_difference(Stages(log, len(ratings)), ratings)
    if won.sum() + lost.sum() == 0 or len(won) < 2:
        return Luck(0.0, 400.0)
    difference = ((np.arange(len(won)) + 0.5) * CELL).astype(np.float64)
    share, slope = 0.05, 1.0 / SCALE
    for _ in range(LUCK_STEPS):
        share, slope, moved = _better(share, slope, difference, won, lost)
        if moved < 1e-10:
            break
    return Luck(share, float(np.log(10) / slope))


def _by_difference(stages: Stages, ratings: Floats) -> tuple[Floats, Floats]:
    """By cell of the difference: how often the stronger one won, and lost."""
    cells = int(np.ptp(ratings) // CELL) + 1 if len(ratings) else 0
    won, lost = np.zeros(cells), np.zeros(cells)
    for one, other, points in stages.duels():
        difference = ratings[one] - ratings[other]
        cell = (np.abs(difference) // CELL).astype(np.int64)
        stronger = np.where(difference >= 0, points, 1 - points)
        won += np.bincount(cell, weights=stronger, minlength=cells)
        lost += np.bincount(cell, weights=1 - stronger, minlength=cells)
    return won, lost


def _better(
    share: float, slope: float, difference: Floats, won: Floats, lost: Floats
) -> tuple[float, float, float]:
    """One step of Fisher scoring for share and slope, kept within their bounds; how far it went."""
    chance = 1 / (1 + np.exp(-slope * difference))
    p = np.clip(share / 2 + (1 - share) * chance, 1e-12, 1 - 1e-12)
    by_share, by_slope = 0.5 - chance, (1 - share) * chance * (1 - chance) * difference
    residual, weight = won / p - lost / (1 - p), (won + lost) / (p * (1 - p))
    gradient = np.array([(residual * by_share).sum(), (residual * by_slope).sum()])
    crossed = (weight * by_share * by_slope).sum()
    matrix = np.array([[(weight * by_share**2).sum(), crossed], [crossed, (weight * by_slope**2).sum()]])
    matrix += np.diag(1e-9 + 1e-9 * np.diag(matrix))
    step = np.linalg.solve(matrix, gradient)
    new_share = float(np.clip(share + step[0], 0.0, MOST_LUCK))
    if new_share in (0.0, MOST_LUCK):
        step[1] = (gradient[1] - crossed * (new_share - share)) / matrix[1, 1]
    new_slope = float(np.clip(slope + step[1], slope / 2, slope * 2))
    return new_share, new_slope, abs(new_share - share) + abs(new_slope / slope - 1)
