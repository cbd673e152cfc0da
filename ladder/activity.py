"""What the service is doing: workers, what waits and what runs, and what went wrong of late."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Model, QuerySet
from django.utils import timezone

from ladder import scheduling, sightings, versions
from ladder.models import Incident, Match, Result, Version, Worker

SHOWN = timedelta(hours=1)


@dataclass(frozen=True)
class WorkerFacts:
    """A worker; `alive`: heard of within 30 s; `trouble`: why it takes no match, empty when all is well."""

    name: str
    host: str
    alive: bool
    drained: bool
    trouble: str
    engine: str
    level: str
    speed: float
    languages: tuple[str, ...]
    last_seen: datetime


@dataclass(frozen=True)
class Activity:
    """Numbers of matches and versions by state; what was played in the last hour; incidents of a day."""

    at: datetime
    workers: tuple[WorkerFacts, ...]
    working: int
    matches: dict[str, int]
    versions: dict[str, int]
    played: int
    unfolded: int
    waiting_since: datetime | None
    incidents: int


def now() -> Activity:
    """As the ladder knows it at this moment. Seven queries."""
    at = timezone.now()
    workers = tuple(_worker(each, at) for each in Worker.objects.filter(last_seen__gt=at - SHOWN))
    return Activity(
        at=at,
        workers=workers,
        working=sum(each.alive and not each.trouble and not each.drained for each in workers),
        matches=_by_state(Match.objects.all(), scheduling.OPEN),
        versions=_by_state(Version.objects.all(), versions.UNFINISHED),
        played=Result.objects.filter(received__gt=at - SHOWN).count(),
        unfolded=Result.objects.filter(rated=True, fold_seq=None).count(),
        waiting_since=_waiting_since(),
        incidents=Incident.objects.filter(at__gt=at - timedelta(days=1)).count(),
    )


def _worker(worker: Worker, at: datetime) -> WorkerFacts:
    return WorkerFacts(
        name=worker.name,
        host=worker.host,
        alive=worker.last_seen > at - sightings.SEEN_WITHIN,
        drained=worker.drained is not None,
        trouble=worker.trouble,
        engine=worker.engine,
        level=worker.level,
        speed=worker.speed,
        languages=tuple(worker.languages),
        last_seen=worker.last_seen,
    )


def _by_state(rows: "QuerySet[Model]", states: tuple[str, ...]) -> dict[str, int]:
    """How many are in each of these states."""
    counted = rows.filter(state__in=states).order_by().values_list("state").annotate(Count("pk"))
    found = dict(counted)
    return {str(state): found.get(state, 0) for state in states}


def _waiting_since() -> datetime | None:
    """When the match was made that waits longest for a worker; None when none waits."""
    waiting = Match.objects.filter(state__in=(Match.State.PLANNED, Match.State.QUEUED))
    since: datetime | None = waiting.aggregate(since=Min("created"))["since"]
    return since
