"""What the ratings look like: boards and histories, for pages and API alike."""

import math
import time
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import FilteredRelation, IntegerField, Q, QuerySet, Value

from ladder import names
from ladder.models import Bot, Competition, Entry, Rating, RatingEvent, Version
from ladder.ratings.elo import PROVISIONAL_RD, START, Strength

MOST_POINTS = 500
LARGE = 2000


@dataclass(frozen=True, slots=True)
class Row:
    """One bot on a board. `rank_low` to `rank_high`: the ranks that its rating ± 2 RD leaves possible."""

    rank: int
    bot: int
    name: str
    owner: str
    version: int
    number: int
    language: str
    rating: float
    rd: float
    games: int
    provisional: bool
    rank_low: int
    rank_high: int


@dataclass(frozen=True, slots=True)
class Point:
    """A version's rating after one match, and before it; `seq` is the match's place in the order."""

    seq: int
    match: int
    at: datetime | None
    version: int
    number: int
    r_before: float
    rd_before: float
    r: float
    rd: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page of a board ends: the last row's rank, rating and version, and which part it is in."""

    rank: int
    provisional: bool
    r: float
    version: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of a board in their order; `after` asks for those below, None where there are none."""

    rows: list[Row]
    after: Place | None
    total: int


def rows(competition: Competition) -> list[Row]:
    """The board: every entered bot's active version, in one query.

    Settled ones come first, by rating; then the provisional ones (RD above 60), by rating.
    """
    found = [(_strength(r, rd), games or 0, who) for r, rd, games, *who in _standings(competition)]
    found.sort(key=lambda each: (each[0].provisional, -each[0].r, each[2][7]))
    lows, highs = _sorted_bounds((strength.r, strength.rd) for strength, _, _ in found)
    return [
        _row(rank, who, strength, games, _ranks(strength, lows, highs))
        for rank, (strength, games, who) in enumerate(found, start=1)
    ]


def page(competition: Competition, after: Place | None = None, size: int = 50) -> Page:
    """`size` rows of the board below `after` (from the top without), read by index whatever the field's size.

    As `rows`, but a bot stands on it only once the fold has opened its rating, a few seconds after it became
    active. Beyond `LARGE` bots the possible ranks may be half a minute old.
    """
    found = _below(competition, after, size + 1)
    lows, highs = _bounds(competition)
    first = after.rank + 1 if after else 1
    shown = [
        _row(rank, who, Strength(r, rd), games, _ranks(Strength(r, rd), lows, highs))
        for rank, (r, rd, games, *who) in enumerate(found[:size], start=first)
    ]
    last = shown[-1] if len(found) > size else None
    place = Place(last.rank, last.provisional, last.rating, last.version) if last else None
    return Page(shown, place, len(lows))


def picked(competition: Competition, ranks: Mapping[int, int]) -> list[Row]:
    """The rows of these versions, with the ranks that they are said to have, as far as they are listed."""
    lows, highs = _bounds(competition)
    found = _with_names(competition, _listed(competition).filter(version__in=list(ranks)))
    rows = [
        _row(ranks[who[7]], who, Strength(r, rd), games, _ranks(Strength(r, rd), lows, highs))
        for r, rd, games, *who in found
    ]
    return sorted(rows, key=lambda row: row.rank)


def in_order(competition: Competition) -> list[tuple[float, float, int, int, str, str, str]]:
    """All of a large field, best first: rating, deviation, version, bot, its name, owner and language."""
    return [
        (r, rd, who[7], who[0], who[1], names.owner(who[3], who[2], who[5], who[4], who[6]), who[9])
        for r, rd, _, *who in _below(competition, None, None)
    ]


def _below(competition: Competition, after: Place | None, size: int | None) -> list[tuple[Any, ...]]:
    """The next rows: the settled, then the provisional; all of them without a size."""
    found: list[tuple[Any, ...]] = []
    if after is None or not after.provisional:
        found = _part(competition, Q(rd__lte=PROVISIONAL_RD), after, size)
        after = None
    if size is None or len(found) < size:
        rest = None if size is None else size - len(found)
        found += _part(competition, Q(rd__gt=PROVISIONAL_RD), after, rest)
    return found


def _part(competition: Competition, part: Q, after: Place | None, size: int | None) -> list[tuple[Any, ...]]:
    listed = _listed(competition).filter(part)
    if after is not None:
        beside = Q(r__lt=after.r) | Q(r=after.r, version__gt=after.version)
        listed = listed.filter(beside, r__lte=after.r)
    return list(_with_names(competition, listed.order_by("-r", "version_id"))[:size])


def _with_names(competition: Competition, ratings: QuerySet[Rating]) -> QuerySet[Rating, tuple[Any, ...]]:
    """Rating, deviation and games, then who it is, as `_row` unpacks it."""
    columns = (
        "version__bot_id",
        "version__bot__name",
        "version__bot__owner_id",
        "version__bot__owner__username",
        "version__bot__team_id",
        "version__bot__team__name",
        "hidden_in",
        "version_id",
        "version__number",
        "version__language",
    )
    named = ratings.annotate(hidden_in=_hidden_in(competition))
    return named.values_list("r", "rd", "games", *columns)


def _listed(competition: Competition) -> QuerySet[Rating]:
    """The ratings of the versions that are `playing`, asked for so that they come by the rating's index."""
    ratings = Rating.objects.filter(competition=competition, epoch=competition.current_epoch)
    if competition.state in (Competition.State.DRAFT, Competition.State.OPEN):
        return ratings.filter(
            version__state=Version.State.ACTIVE,
            version__bot__entries__competition=competition,
            version__bot__entries__disabled="",
        )
    entries = Entry.objects.filter(competition=competition, disabled="")
    return ratings.filter(version__in=entries.values("version"))


def _hidden_in(competition: Competition) -> Value:
    """The competition that hides its bots' owners, or nothing."""
    return Value(competition.pk if competition.pseudonyms else None, output_field=IntegerField())


def is_large(competition: Competition) -> bool:
    """Whether the field is better read by pages than whole."""
    return competition.entries.order_by()[LARGE - 1 : LARGE].exists()


Bounds = tuple[Sequence[float], Sequence[float]]
BOUNDS_KEPT_S = 30.0
_kept_bounds: dict[tuple[int, int], tuple[float, Bounds]] = {}


def _bounds(competition: Competition) -> Bounds:
    """The lower and upper ends of all ratings ± 2 RD, each sorted; kept for a while for a large field."""
    key = (competition.pk, competition.current_epoch)
    made, bounds = _kept_bounds.get(key, (-math.inf, ((), ())))
    if time.monotonic() - made < BOUNDS_KEPT_S:
        return bounds
    bounds = _sorted_bounds(_listed(competition).values_list("r", "rd"))
    if len(bounds[0]) >= LARGE:
        _kept_bounds[key] = (time.monotonic(), bounds)
    return bounds


def _sorted_bounds(strengths: Iterable[tuple[float, float]]) -> Bounds:
    field = list(strengths)
    lows, highs = (sorted(r + side * 2 * rd for r, rd in field) for side in (-1, 1))
    return array("d", lows), array("d", highs)


def _row(
    rank: int, who: Sequence[Any], strength: Strength, games: int, possible_ranks: tuple[int, int]
) -> Row:
    bot, name, owner_id, owner, team_id, team, hidden_in, version, number, language = who
    return Row(
        rank=rank,
        bot=bot,
        name=name,
        owner=names.owner(owner, owner_id, team, team_id, hidden_in),
        version=version,
        number=number,
        language=language,
        rating=strength.r,
        rd=strength.rd,
        games=games,
        provisional=strength.provisional,
        rank_low=possible_ranks[0],
        rank_high=possible_ranks[1],
    )


def _standings(competition: Competition) -> Sequence[tuple[Any, ...]]:
    """Rating, deviation and games (None before the first fold), then who it is, as `_row` unpacks it."""
    here = Q(ratings__competition=competition, ratings__epoch=competition.current_epoch)
    entered = playing(competition).annotate(hidden_in=_hidden_in(competition))
    columns = entered.annotate(here=FilteredRelation("ratings", condition=here)).values_list(
        "here__r",
        "here__rd",
        "here__games",
        "bot_id",
        "bot__name",
        "bot__owner_id",
        "bot__owner__username",
        "bot__team_id",
        "bot__team__name",
        "hidden_in",
        "pk",
        "number",
        "language",
    )
    return list(columns)


def playing(competition: Competition) -> QuerySet[Version]:
    """The versions on the board: the active ones of the entered bots, or those of the freeze."""
    entries = Entry.objects.filter(competition=competition, disabled="")
    if competition.state in (Competition.State.DRAFT, Competition.State.OPEN):
        return Version.objects.filter(state=Version.State.ACTIVE, bot__in=entries.values("bot"))
    return Version.objects.filter(pk__in=entries.values("version"))


def _strength(r: float | None, rd: float | None) -> Strength:
    return START if r is None or rd is None else Strength(r, rd)


def _ranks(strength: Strength, lows: Sequence[float], highs: Sequence[float]) -> tuple[int, int]:
    """Surely better: whose low is above this one's high. Surely worse: whose high is below its low."""
    low, high = strength.r - 2 * strength.rd, strength.r + 2 * strength.rd
    surely_better = len(lows) - bisect_right(lows, high)
    surely_worse = bisect_left(highs, low)
    return 1 + surely_better, len(lows) - surely_worse


def rating_history(bot: Bot, competition: Competition) -> list[Point]:
    """The ratings of all the bot's versions here, oldest first; the last 500 matches. One query."""
    return _points(competition, Q(version__bot=bot))


def version_history(version: Version, competition: Competition) -> list[Point]:
    """One version's ratings here, oldest first; the last 500 matches. One query."""
    return _points(competition, Q(version=version))


def _points(competition: Competition, whose: Q) -> list[Point]:
    events = RatingEvent.objects.filter(whose, competition=competition, epoch=competition.current_epoch)
    values = events.order_by("-fold_seq").values_list(
        "fold_seq",
        "match_id",
        "match__finished",
        "version_id",
        "version__number",
        "r_before",
        "rd_before",
        "r_after",
        "rd_after",
    )
    return [Point(*each) for each in reversed(values[:MOST_POINTS])]
