"""How soon a bot plays next: what it plays now, where its matches stand in the queue, and about when."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from ladder import scheduling
from ladder.models import Bot, Competition, Match, MatchSeat, Result, Version

LATELY = timedelta(minutes=5)
SOON_S = 10


@dataclass(frozen=True)
class Outlook:
    """Ladder matches of a bot in a competition: how many run and wait, the first one's place in the queue.

    `next_s`: seconds until its next one begins, a rough guess; None while nothing was played lately.
    """

    running: int
    waiting: int
    place: int | None
    next_s: int | None

    def __str__(self) -> str:
        matches = "match" if self.running == 1 else "matches"
        running = f"{self.running or 'No'} {matches} running"
        place = "" if self.place is None else f", number {self.place} in the queue"
        return f"{running}; next {_about(self.next_s)}{place}."


def of_bot(bot: Bot, competition: Competition) -> Outlook:
    """What lies before the bot here. Ask only of one that is drawn (`not_drawn.reason`), or busy."""
    now = timezone.now()
    seats = MatchSeat.objects.filter(
        version__bot=bot,
        match__competition=competition,
        match__kind=Match.Kind.LADDER,
        match__state__in=scheduling.OPEN,
    )
    states = dict(seats.order_by("match").values_list("match", "match__state"))
    waiting = [match for match, state in states.items() if state != Match.State.RUNNING]
    place = _place(waiting[0]) if waiting else None
    next_s = _until_drawn(competition, now) if place is None else _until_begun(place, now)
    return Outlook(len(states) - len(waiting), len(waiting), place, next_s)


def _place(match: int) -> int:
    """1 for the match whose order is handed out next."""
    queued = (Match.State.PLANNED, Match.State.QUEUED)
    return Match.objects.filter(state__in=queued, pk__lte=match).count()


def _until_begun(place: int, now: datetime) -> int | None:
    ended = Result.objects.filter(received__gte=now - LATELY).count()
    return round(place * LATELY.total_seconds() / ended) if ended else None


def _until_drawn(competition: Competition, now: datetime) -> int | None:
    """All bots here take turns; so many seats were there for them lately."""
    recent = Result.objects.filter(competition=competition, received__gte=now - LATELY, rated=True)
    seats = MatchSeat.objects.filter(match__in=recent.values("match")).count()
    bots = Version.objects.filter(
        state=Version.State.ACTIVE, bot__entries__competition=competition, bot__entries__disabled=""
    ).count()
    return round(bots * LATELY.total_seconds() / seats) if seats else None


def _about(seconds: int | None) -> str:
    if seconds is None:
        return "as soon as a worker is free"
    if seconds < SOON_S:
        return "in a few seconds"
    if seconds < 90:
        return f"in about {round(seconds, -1)} s"
    return f"in about {round(seconds / 60)} min"
