"""What the ratings look like: boards and histories, for pages and API alike."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import FilteredRelation, IntegerField, Q, QuerySet, Value

from ladder import names
from ladder.models import Bot, Competition, Entry, RatingEvent, Version
from ladder.ratings.elo import START, Strength

MOST_POINTS = 500


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


def rows(competition: Competition) -> list[Row]:
    """The board: every entered bot's active version, in one query.

    Settled ones come first, by rating; then the provisional ones (RD above 60), by rating.
    """
    found = [(_strength(r, rd), games or 0, who) for r, rd, games, *who in _standings(competition)]
    found.sort(key=lambda each: (each[0].provisional, -each[0].r, each[2][1]))
    lows = sorted(strength.r - 2 * strength.rd for strength, _, _ in found)
    highs = sorted(strength.r + 2 * strength.rd for strength, _, _ in found)
    return [
        _row(rank, who, strength, games, _ranks(strength, lows, highs))
        for rank, (strength, games, who) in enumerate(found, start=1)
    ]


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
    hidden_in = Value(competition.pk if competition.pseudonyms else None, output_field=IntegerField())
    entered = playing(competition).annotate(hidden_in=hidden_in)
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


def _ranks(strength: Strength, lows: list[float], highs: list[float]) -> tuple[int, int]:
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
