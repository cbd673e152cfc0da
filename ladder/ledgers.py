"""The public ledger: every rated match in its place of the order, what it changed, by which K, and why."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from ladder import verdicts
from ladder.models import Competition, MatchSeat, RatingEvent, Result, Ruling
from ladder.ratings import explain
from ladder.ratings.elo import Strength

R = Ruling.Kind


@dataclass(frozen=True, slots=True)
class Line:
    """One seat of a counted match: its place, and its rating before and after.

    `score`: opponents beaten, a tie counting half; `expected`: what the ratings before foretold of it. The
    rating moved by K · weight · Σ g (score - expected) over the opponents (see ladder/ratings/elo.py).
    """

    seat: int
    bot: int
    bot_name: str
    version: int
    number: int
    place: int
    fault: str
    rating_before: float
    rd_before: float
    rating_after: float
    rd_after: float
    k: float
    score: float
    expected: float


@dataclass(frozen=True, slots=True)
class Entry:
    """A place in the order: its match, when the result came, why it counts as it does, and its lines.

    A match that staff took out keeps its place and has no lines. `weight` is that of each pair of bots.
    """

    seq: int
    match: int
    received: datetime
    counts: bool
    why: str
    weight: float
    lines: tuple[Line, ...]


def numbered(competition: Competition) -> QuerySet[Result]:
    """The competition's results that have a place in the order; `entries` shows them."""
    return Result.objects.filter(competition=competition, fold_seq__isnull=False)


def entries(competition: Competition, results: Sequence[Result]) -> list[Entry]:
    """What the ledger says of these results, in their order; a constant number of queries."""
    matches = [result.match_id for result in results]
    seats: dict[int, list[MatchSeat]] = defaultdict(list)
    for seat in MatchSeat.objects.filter(match__in=matches).select_related("version__bot").order_by("seat"):
        seats[seat.match_id].append(seat)
    events = _events(competition, results)
    ruled, said = verdicts.on(matches), _said(seats)
    return [_entry(result, seats[result.match_id], events, ruled, said) for result in results]


Events = dict[tuple[int, int], RatingEvent]


def _events(competition: Competition, results: Sequence[Result]) -> Events:
    found = RatingEvent.objects.filter(
        competition=competition,
        epoch=competition.current_epoch,
        fold_seq__in=[result.fold_seq for result in results],
    )
    return {(event.match_id, event.version_id): event for event in found}


def _said(seats: dict[int, list[MatchSeat]]) -> dict[int, Ruling]:
    """The ruling that bears on each match, if any: out is out, else the last correction."""
    versions = {seat.version_id for row in seats.values() for seat in row}
    bearing = Ruling.objects.filter(
        Q(kind__in=(R.VOID, R.CORRECT), match__in=list(seats)) | Q(kind=R.DISQUALIFY, version__in=versions)
    )
    said: dict[int, Ruling] = {}
    for ruling in sorted(bearing, key=lambda ruling: (ruling.kind != R.CORRECT, ruling.pk)):
        for match, row in seats.items():
            if ruling.match_id == match or ruling.version_id in {seat.version_id for seat in row}:
                said[match] = ruling
    return said


def _entry(
    result: Result,
    seats: list[MatchSeat],
    events: Events,
    ruled: verdicts.Verdicts,
    said: dict[int, Ruling],
) -> Entry:
    places = ruled.places(result.match_id, result.final_places)
    return Entry(
        seq=result.fold_seq or 0,
        match=result.match_id,
        received=result.received,
        counts=places is not None,
        why=_why(result, said.get(result.match_id)),
        weight=explain.weight(len(seats)),
        lines=() if places is None else _lines(seats, places, events),
    )


def _why(result: Result, ruling: Ruling | None) -> str:
    """The sentence about what counts."""
    if ruling is None:
        return "Counts as it was reported."
    day = f"{ruling.at:%Y-%m-%d}"
    if ruling.kind == R.CORRECT:
        return f"Places corrected on {day}; reported were {result.final_places}: {ruling.reason}"
    if ruling.kind == R.DISQUALIFY:
        return f"Counts for nobody: a version in it was disqualified on {day}: {ruling.reason}"
    return f"Counts for nobody: ruled void on {day}: {ruling.reason}"


def _lines(seats: list[MatchSeat], places: Sequence[int], events: Events) -> tuple[Line, ...]:
    """Empty while the board's epoch does not have the match yet."""
    found = [events.get((seat.match_id, seat.version_id)) for seat in seats]
    changes = [event for event in found if event is not None]
    if len(changes) != len(seats):
        return ()
    field = [Strength(event.r_before, event.rd_before) for event in changes]
    return tuple(
        _line(seat, event, places[i], *explain.score_and_expected(field, places, i))
        for i, (seat, event) in enumerate(zip(seats, changes, strict=True))
    )


def _line(seat: MatchSeat, event: RatingEvent, place: int, score: float, expected: float) -> Line:
    return Line(
        seat=seat.seat,
        bot=seat.version.bot_id,
        bot_name=seat.version.bot.name,
        version=seat.version_id,
        number=seat.version.number,
        place=place,
        fault=seat.fault,
        rating_before=event.r_before,
        rd_before=event.rd_before,
        rating_after=event.r_after,
        rd_after=event.rd_after,
        k=explain.k_of(event.rd_after),
        score=score,
        expected=expected,
    )
