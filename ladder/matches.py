"""What is known of matches, for pages and API alike, in a constant number of queries."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Prefetch, QuerySet

from ladder.access import called
from ladder.models import Attempt, Match, MatchSeat, RatingEvent


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat; score and places once the match is finished, ratings once it is folded, else None."""

    seat: int
    bot: int
    bot_name: str
    version: int
    number: int
    owner: str
    score: int | None
    place: int | None
    final_place: int | None
    rating_before: float | None
    rating_after: float | None
    fault: str


@dataclass(frozen=True, slots=True)
class AttemptFacts:
    """One try to play the match."""

    number: int
    worker: str
    state: str
    started: datetime | None
    ended: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match with its seats and attempts; `has_replay` once it is finished."""

    id: int
    competition: str
    competition_name: str
    ruleset: str
    kind: str
    players: int
    state: str
    created: datetime
    finished: datetime | None
    block: str
    void_reason: str
    replaces: int | None
    seats: tuple[SeatFacts, ...]
    attempts: tuple[AttemptFacts, ...]
    has_replay: bool

    @property
    def tournament(self) -> int | None:
        """The tournament that it is a game of."""
        return int(self.block.split("/")[0]) if self.kind == Match.Kind.TOURNAMENT else None


def with_all(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The same matches, with what `facts` needs fetched along: four queries in all, whatever their number."""
    seats = (
        MatchSeat.objects.select_related("version__bot__owner", "version__bot__team")
        .order_by("seat")
        .defer("log", "fault_detail")
    )
    return matches.select_related("competition").prefetch_related(
        Prefetch("seats", queryset=seats),
        Prefetch("attempts", queryset=Attempt.objects.order_by("number")),
        Prefetch(
            "rating_events",
            queryset=RatingEvent.objects.filter(epoch=F("competition__current_epoch")),
        ),
    )


def facts(match: Match) -> MatchFacts:
    """The facts of a match that came through `with_all`."""
    changes = {event.version_id: event for event in match.rating_events.all()}
    hidden_in = match.competition_id if match.competition.pseudonyms else None
    return MatchFacts(
        id=match.pk,
        competition=match.competition.slug,
        competition_name=match.competition.name,
        ruleset=match.ruleset,
        kind=match.kind,
        players=match.players,
        state=match.state,
        created=match.created,
        finished=match.finished,
        block=match.block,
        void_reason=match.void_reason,
        replaces=match.replaces_id,
        seats=tuple(_seat(seat, changes.get(seat.version_id), hidden_in) for seat in match.seats.all()),
        attempts=tuple(_attempt(attempt) for attempt in match.attempts.all()),
        has_replay=match.state == Match.State.FINISHED,
    )


def _seat(seat: MatchSeat, change: RatingEvent | None, hidden_in: int | None) -> SeatFacts:
    version = seat.version
    return SeatFacts(
        seat=seat.seat,
        bot=version.bot_id,
        bot_name=version.bot.name,
        version=version.pk,
        number=version.number,
        owner=called(version.bot, hidden_in),
        score=seat.score,
        place=seat.place,
        final_place=seat.final_place,
        rating_before=change.r_before if change else None,
        rating_after=change.r_after if change else None,
        fault=seat.fault,
    )


def _attempt(attempt: Attempt) -> AttemptFacts:
    return AttemptFacts(
        number=attempt.number,
        worker=attempt.worker,
        state=attempt.state,
        started=attempt.started,
        ended=attempt.ended,
        reason=attempt.reason,
    )
