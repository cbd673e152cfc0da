"""What is happening, in figures: read from the database for the supervisor's table."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.models import Count, Q
from django.utils import timezone

from ladder import leaderboards
from ladder.models import Competition, Match, Version, Worker

SEEN_WITHIN = timedelta(seconds=30)
LEADERS = 8
State = Match.State


@dataclass(frozen=True)
class Leader:
    """A row of the leaderboard, short."""

    rank: int
    name: str
    rating: float
    rd: float
    games: int


@dataclass(frozen=True)
class Figures:
    """The service at one moment; `trouble` is what workers or the database complain about."""

    finished: int = 0
    last_minute: int = 0
    running: int = 0
    waiting: int = 0
    void: int = 0
    in_preparation: int = 0
    workers: int = 0
    levels: tuple[str, ...] = ()
    leaders: tuple[Leader, ...] = ()
    trouble: tuple[str, ...] = ()


def read() -> Figures:
    """The figures now; a database that does not answer is reported as trouble, not raised."""
    try:
        return _read()
    except DatabaseError as error:
        connection.close()  # the next look begins with a fresh one
        return Figures(trouble=(f"database: {str(error).strip().splitlines()[0]}",))


def _read() -> Figures:
    now = timezone.now()
    workers = list(Worker.objects.filter(last_seen__gte=now - SEEN_WITHIN))
    counts = Match.objects.filter(kind=Match.Kind.LADDER).aggregate(
        ended_well=Count("pk", filter=Q(state=State.FINISHED)),
        last_minute=Count("pk", filter=Q(finished__gte=now - timedelta(minutes=1))),
        running=Count("pk", filter=Q(state=State.RUNNING)),
        waiting=Count("pk", filter=Q(state__in=(State.PLANNED, State.QUEUED))),
        void=Count("pk", filter=Q(state=State.VOID)),
    )
    preparing = (Version.State.QUEUED, Version.State.BUILDING, Version.State.TRIAL)
    return Figures(
        finished=counts["ended_well"],
        last_minute=counts["last_minute"],
        running=counts["running"],
        waiting=counts["waiting"],
        void=counts["void"],
        in_preparation=Version.objects.filter(state__in=preparing).count(),
        workers=len(workers),
        levels=tuple(sorted({worker.level for worker in workers})),
        leaders=_leaders(),
        trouble=tuple(f"{worker.name}: {worker.trouble}" for worker in workers if worker.trouble),
    )


def _leaders() -> tuple[Leader, ...]:
    competition = Competition.objects.filter(state=Competition.State.OPEN).order_by("pk").first()
    if competition is None:
        return ()
    rows = leaderboards.rows(competition)[:LEADERS]
    return tuple(Leader(row.rank, row.name, row.rating, row.rd, row.games) for row in rows)
