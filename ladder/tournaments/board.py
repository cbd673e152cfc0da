"""What a visitor may see of a tournament: tables with every tie-break, cross table, seats, strengths."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from ladder import access
from ladder.access import Visitor
from ladder.models import Entrant, Tournament
from ladder.ratings import fit
from ladder.ratings.log import EMPTY, Log
from ladder.tournaments import booking, extent
from ladder.tournaments import course as courses
from ladder.tournaments import table as tables
from ladder.tournaments.course import Course, Kind
from ladder.tournaments.table import Criterion, Game, Row

INTERVAL = 1.96
MOST_CROSSED = 64
"""A cross table of more entrants is no table any more."""
KEPT_S = 24 * 3600


@dataclass(frozen=True)
class Who:
    """An entrant: its number in seed order, bot, whose it is, version, rating before, and how it stands."""

    number: int
    bot: int
    name: str
    owner: str
    version: int
    version_number: int
    sha256: str
    rating: float
    state: str
    reason: str
    place: int | None


@dataclass(frozen=True)
class Strength:
    """The batch rating over this tournament alone, ± `half` (95 %), around the field's mean of 1500."""

    rating: float
    half: float


@dataclass(frozen=True)
class Sheet:
    """One table: what it is of, its criteria in order, and its rows, best first."""

    title: str
    order: tuple[Criterion, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Board:
    """All that is shown of a tournament. `rounds` of `drawn` are shown; by entrant: strengths, seats.

    `cross`: points and games of an entrant (first number) against another one.
    """

    who: Mapping[int, Who]
    sheets: tuple[Sheet, ...]
    strengths: Mapping[int, Strength]
    seats: Mapping[int, tuple[int, ...]]
    cross: Mapping[tuple[int, int], tuple[float, int]]
    course: Course
    rounds: int
    drawn: int
    is_final: bool

    @property
    def hides(self) -> bool:
        """Whether there are rounds that are not shown yet."""
        return self.rounds < self.drawn

    @property
    def ranked(self) -> list[Who]:
        """Those with a place, best first; nobody before the end is shown."""
        placed = [who for who in self.who.values() if who.place is not None] if self.is_final else []
        return sorted(placed, key=lambda who: (who.place or 0, who.number))


def of(tournament: Tournament, visitor: Visitor) -> Board:
    """The board as this visitor may see it now."""
    drawn = tournament.drawn.count()
    rounds = shown_rounds(tournament, visitor, drawn)
    is_final = tournament.state == Tournament.State.FINISHED and rounds == drawn
    course = booking.course(tournament, rounds)
    games = course.games
    return Board(
        who=entrants(tournament, visitor, is_final),
        sheets=tuple(_sheets(course)) if course.entrants else (),
        strengths=_kept_strengths(tournament, course, games),
        seats=_seats(course, games, tournament.players),
        cross=_cross(games) if course.entrants <= MOST_CROSSED else {},
        course=course,
        rounds=rounds,
        drawn=drawn,
        is_final=is_final,
    )


def shown_rounds(tournament: Tournament, visitor: Visitor, drawn: int, now: datetime | None = None) -> int:
    """How many of the drawn rounds the visitor sees the results of; organisers see all."""
    if not tournament.is_hidden or access.organises(visitor, tournament.competition):
        return drawn
    moment = now or timezone.now()
    shown = (tournament.shown_from(number) for number in range(drawn))
    return sum(since is not None and since <= moment for since in shown)


def entrants(tournament: Tournament, visitor: Visitor, is_final: bool) -> dict[int, Who]:
    """The frozen field by number."""
    field = tournament.entrants.exclude(number=None).order_by("number")
    found = list(field.select_related("bot__owner", "bot__team", "version"))
    names = access.owner_names(visitor, [entrant.bot for entrant in found])
    return {
        entrant.number: _who(entrant, names[entrant.bot_id], is_final)
        for entrant in found
        if entrant.number is not None
    }


def _who(entrant: Entrant, owner: str, is_final: bool) -> Who:
    version = entrant.version
    assert version is not None
    return Who(
        number=entrant.number or 0,
        bot=entrant.bot_id,
        name=entrant.bot.name,
        owner=owner,
        version=version.pk,
        version_number=version.number,
        sha256=entrant.sha256,
        rating=entrant.rating or 0.0,
        state=entrant.state,
        reason=entrant.reason,
        place=entrant.place if is_final else None,
    )


def _sheets(course: Course) -> list[Sheet]:
    kind = course.format.kind
    if kind is Kind.SWISS:
        return [Sheet("Table", tables.SWISS, tuple(courses.standings(course)))]
    if kind is not Kind.TWO_STAGE:
        title = "All games" if kind in extent.ELIMINATION else "Table"
        return [Sheet(title, tables.GROUPS, tuple(courses.standings(course)))]
    groups = Sheet("Groups", tables.GROUPS, tuple(courses.first_stage(course)))
    if len(course.played) <= course.format.rounds:
        return [groups]
    return [Sheet("Final", tables.GROUPS, tuple(courses.final_table(course))), groups]


def _seats(course: Course, games: Sequence[Game], players: int) -> dict[int, tuple[int, ...]]:
    """By entrant, how often it sat on each seat."""
    counted: dict[int, Counter[int]] = {i: Counter() for i in range(course.entrants)}
    for game in games:
        for seat, entrant in enumerate(game.entrants):
            counted[entrant][seat] += 1
    return {i: tuple(seats[seat] for seat in range(players)) for i, seats in counted.items()}


def _cross(games: Sequence[Game]) -> dict[tuple[int, int], tuple[float, int]]:
    found: dict[tuple[int, int], tuple[float, int]] = {}
    for game in games:
        for own, place in zip(game.entrants, game.places, strict=True):
            for other, theirs in zip(game.entrants, game.places, strict=True):
                if own != other:
                    points, met = found.get((own, other), (0.0, 0))
                    found[own, other] = (points + (place < theirs) + (place == theirs) / 2, met + 1)
    return found


def _kept_strengths(tournament: Tournament, course: Course, games: Sequence[Game]) -> Mapping[int, Strength]:
    """Fitted once for each state of the book, as it takes a while."""
    if not games:
        return {}
    digest = hash((games, course.entrants))
    key = f"tournament-strengths:{tournament.pk}:{len(games)}:{digest}"
    found: Mapping[int, Strength] | None = cache.get(key)
    if found is None:
        found = strengths(games, course.entrants)
        cache.set(key, found, KEPT_S)
    return found


def strengths(games: Sequence[Game], entrants: int) -> dict[int, Strength]:
    """The batch fit (Plackett-Luce with seat effects) of these games, for those who played."""
    most = max(len(game.entrants) for game in games)
    bots = np.full((len(games), most), EMPTY, dtype=np.int64)
    places = np.zeros((len(games), most), dtype=np.int64)
    for i, game in enumerate(games):
        bots[i, : len(game.entrants)] = game.entrants
        places[i, : len(game.places)] = game.places
    fitted = fit.fit(Log(bots, places), entrants)
    return {
        i: Strength(float(fitted.ratings[i]), INTERVAL * float(fitted.errors[i]))
        for i in range(entrants)
        if fitted.games[i]
    }


def coming(visitor: Visitor, most: int = 5) -> list[Tournament]:
    """The tournaments under way and those that start next, for the home page."""
    state = Tournament.State
    live = Q(state__in=(state.RUNNING, state.PAUSED, state.FROZEN))
    seen = access.tournaments(visitor).filter(live | Q(state=state.SCHEDULED, starts__gt=timezone.now()))
    return list(seen.select_related("competition").order_by("starts", "pk")[:most])
