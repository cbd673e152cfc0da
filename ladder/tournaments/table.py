"""A tournament's table: match points, and the tie-breaks in their published order, each with its value. Pure.

Round robins and groups: points; points in the games among those still tied; first places; Sonneborn-Berger;
score margin; rating before the tournament, the lower first; a lot. Swiss: Buchholz and Buchholz cut by one
come right after the points.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby


@dataclass(frozen=True)
class Game:
    """A finished game by seat: entrants, final places, scores; `faulty` seats have no score that counts."""

    entrants: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    faulty: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Row:
    """One entrant. `place` is shared where only the lot parts; `decided_by`: what put it above the next row.

    `values` holds each criterion's value by its name, in the order in which they count.
    """

    place: int
    entrant: int
    games: int
    values: Mapping[str, float]
    decided_by: str


@dataclass(frozen=True)
class Criterion:
    """A tie-break: its name, what it is in a sentence, and whether less is better."""

    name: str
    meaning: str
    less_is_better: bool = False


POINTS = Criterion("points", "by game, the share of the others that one is placed before, ties counting half")
BUCHHOLZ = Criterion("buchholz", "the points of all opponents; for a bye one's own")
CUT_ONE = Criterion("buchholz cut 1", "the same without the weakest opponent")
DIRECT = Criterion("direct", "points against those who are still tied")
FIRSTS = Criterion("first places", "games won, a shared first place counting in full")
SONNEBORN = Criterion("sonneborn-berger", "the points of the beaten, half those of the tied with")
MARGIN = Criterion(
    "margin", "score above the others' mean, as a share of the winner's score, summed over games"
)
RATING = Criterion("rating", "before the tournament; the lower one comes first", less_is_better=True)
LOT = Criterion("lot", "drawn from the tournament's seed", less_is_better=True)

GROUPS = (POINTS, DIRECT, FIRSTS, SONNEBORN, MARGIN, RATING, LOT)
SWISS = (POINTS, BUCHHOLZ, CUT_ONE, DIRECT, FIRSTS, SONNEBORN, MARGIN, RATING, LOT)

DIGITS = 9  # so that equal sums of thirds are equal


@dataclass(frozen=True)
class Season:
    """All that a table is made from. `byes`: rounds out by entrant, each worth `bye_points`."""

    entrants: tuple[int, ...]
    games: tuple[Game, ...]
    seed: int
    ratings: Mapping[int, float] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    bye_points: float = 1.0


def table(season: Season, order: Sequence[Criterion] = GROUPS) -> list[Row]:
    """The rows, best first."""
    points = _points(season, season.games)
    known = {each.name: _VALUES[each.name](season, points) for each in order if each is not DIRECT}
    rows = _ranked(list(season.entrants), list(order), season, known)
    places = _places(rows)
    played = {entrant: sum(entrant in game.entrants for game in season.games) for entrant in season.entrants}
    return [
        Row(place, entrant, played[entrant], values, decided_by)
        for place, (entrant, values, decided_by) in zip(places, rows, strict=True)
    ]


_Ranked = tuple[int, dict[str, float], str]


def _ranked(
    tied: list[int], order: list[Criterion], season: Season, known: Mapping[str, Mapping[int, float]]
) -> list[_Ranked]:
    """The tied in order, with the values that were looked at; and by what each stands above the next one."""
    if not order:
        return [(entrant, {}, "") for entrant in tied]
    first, rest = order[0], order[1:]
    values = _direct(season, tied) if first is DIRECT else known[first.name]
    sign = 1 if first.less_is_better else -1
    by_value = sorted(tied, key=lambda entrant: sign * values[entrant])
    rows: list[_Ranked] = []
    for _, group in groupby(by_value, key=lambda entrant: values[entrant]):
        if rows:
            rows[-1] = (*rows[-1][:2], first.name)
        inner = _ranked(list(group), rest, season, known)
        rows += [
            (entrant, {first.name: values[entrant]} | lower, decided) for entrant, lower, decided in inner
        ]
    return rows


def _places(rows: Sequence[_Ranked]) -> list[int]:
    """1, 2, 3 ...; those whom only the lot parts share the better place."""
    places: list[int] = []
    for i, _ in enumerate(rows):
        shared = i > 0 and rows[i - 1][2] == LOT.name
        places.append(places[-1] if shared else i + 1)
    return places


def without(game: Game, out: Collection[int]) -> Game | None:
    """The game without these entrants, the others in the same order; None where fewer than two are left."""
    seats = [seat for seat, entrant in enumerate(game.entrants) if entrant not in out]
    if len(seats) == len(game.entrants):
        return game
    if len(seats) < 2:
        return None
    places = [game.places[seat] for seat in seats]
    return Game(
        tuple(game.entrants[seat] for seat in seats),
        tuple(1 + sum(other < own for other in places) for own in places),
        tuple(game.scores[seat] for seat in seats),
        frozenset(i for i, seat in enumerate(seats) if seat in game.faulty),
    )


def won(game: Game, entrant: int, among: Iterable[int]) -> float:
    """The entrant's points in a game, looking only at these others: 0 to 1; 0 when none of them sat there."""
    own = game.places[game.entrants.index(entrant)]
    others = set(among) - {entrant}
    met = [place for other, place in zip(game.entrants, game.places, strict=True) if other in others]
    return sum((own < place) + (own == place) / 2 for place in met) / len(met) if met else 0.0


def _points(season: Season, games: Iterable[Game]) -> dict[int, float]:
    total = {entrant: season.byes.get(entrant, 0) * season.bye_points for entrant in season.entrants}
    for game in games:
        for entrant in game.entrants:
            total[entrant] += won(game, entrant, game.entrants)
    return _rounded(total)


def _direct(season: Season, tied: Sequence[int]) -> dict[int, float]:
    among = set(tied)
    total = dict.fromkeys(tied, 0.0)
    for game in season.games:
        for entrant in among.intersection(game.entrants):
            total[entrant] += won(game, entrant, among)
    return _rounded(total)


def _firsts(season: Season, _: Mapping[int, float]) -> dict[int, float]:
    total = dict.fromkeys(season.entrants, 0.0)
    for game in season.games:
        for entrant, place in zip(game.entrants, game.places, strict=True):
            total[entrant] += place == 1
    return total


def _sonneborn(season: Season, points: Mapping[int, float]) -> dict[int, float]:
    total = dict.fromkeys(season.entrants, 0.0)
    for game in season.games:
        for entrant, own in zip(game.entrants, game.places, strict=True):
            for other, place in zip(game.entrants, game.places, strict=True):
                if other != entrant:
                    total[entrant] += points[other] * ((own < place) + (own == place) / 2)
    return _rounded(total)


def _margin(season: Season, _: Mapping[int, float]) -> dict[int, float]:
    total = dict.fromkeys(season.entrants, 0.0)
    for game in season.games:
        sound = [seat for seat in range(len(game.entrants)) if seat not in game.faulty]
        best = max((game.scores[seat] for seat in sound), default=0)
        for seat in sound:
            others = [game.scores[other] for other in sound if other != seat]
            if others and best > 0:
                total[game.entrants[seat]] += (game.scores[seat] - sum(others) / len(others)) / best
    return _rounded(total)


def _buchholz(season: Season, points: Mapping[int, float]) -> dict[int, float]:
    return _rounded({entrant: sum(met) for entrant, met in _opposition(season, points).items()})


def _cut_one(season: Season, points: Mapping[int, float]) -> dict[int, float]:
    return _rounded(
        {entrant: sum(met) - min(met, default=0) for entrant, met in _opposition(season, points).items()}
    )


def _opposition(season: Season, points: Mapping[int, float]) -> dict[int, list[float]]:
    """The points of each opponent of each game; a bye counts as an opponent with one's own points."""
    met = {entrant: [points[entrant]] * season.byes.get(entrant, 0) for entrant in season.entrants}
    for game in season.games:
        for entrant in game.entrants:
            met[entrant] += [points[other] for other in game.entrants if other != entrant]
    return met


def _rating(season: Season, _: Mapping[int, float]) -> dict[int, float]:
    return {entrant: season.ratings.get(entrant, 0.0) for entrant in season.entrants}


def _lot(season: Season, _: Mapping[int, float]) -> dict[int, float]:
    """A different whole number for each, from 1 up."""
    drawn = sorted(
        season.entrants, key=lambda entrant: hashlib.sha256(f"lot {season.seed} {entrant}".encode()).digest()
    )
    return {entrant: float(number) for number, entrant in enumerate(drawn, start=1)}


def _rounded(values: Mapping[int, float]) -> dict[int, float]:
    return {entrant: round(value, DIGITS) for entrant, value in values.items()}


_VALUES: dict[str, Callable[[Season, Mapping[int, float]], Mapping[int, float]]] = {
    POINTS.name: lambda _, points: points,
    BUCHHOLZ.name: _buchholz,
    CUT_ONE.name: _cut_one,
    FIRSTS.name: _firsts,
    SONNEBORN.name: _sonneborn,
    MARGIN.name: _margin,
    RATING.name: _rating,
    LOT.name: _lot,
}
