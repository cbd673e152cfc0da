"""What the service is doing, in numbers: read once for metrics and the terminal, cheap at any size."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Min
from django.utils import timezone

from ladder.health import SEEN_WITHIN
from ladder.models import Attempt, Incident, Match, Result, Version, Worker

RECENT = 1000
"""Of so many last attempts and results are the shares by state and by fault."""
FORGOTTEN_AFTER = timedelta(hours=1)
OPEN = (Match.State.PLANNED, Match.State.QUEUED, Match.State.RUNNING)
UNFINISHED = (Version.State.QUEUED, Version.State.BUILDING, Version.State.TRIAL)


@dataclass(frozen=True)
class WorkerFigures:
    """One worker: `state` is well, trouble, drained or silent; `playing` games now, `played` in an hour."""

    name: str
    host: str
    state: str
    level: str
    speed: float
    playing: int
    played: int
    trouble: str


@dataclass(frozen=True)
class Figures:
    """Counts by state, ages in seconds."""

    matches: dict[str, int]
    versions: dict[str, int]
    queue_age_s: float
    results_last_hour: int
    unfolded: int
    fold_lag_s: float
    attempts: dict[str, int]
    faults: dict[str, int]
    incidents_last_day: int
    workers: list[WorkerFigures] = field(default_factory=list)


def read() -> Figures:
    """The figures now; DatabaseError when the database is away."""
    now = timezone.now()
    unfolded = Result.objects.filter(rated=True, fold_seq=None).aggregate(n=Count("pk"), at=Min("received"))
    return Figures(
        matches=_by_state(Match, OPEN),
        versions=_by_state(Version, UNFINISHED),
        queue_age_s=_age(now, _waiting_since(now)),
        results_last_hour=Result.objects.filter(received__gt=now - FORGOTTEN_AFTER).count(),
        unfolded=unfolded["n"],
        fold_lag_s=_age(now, unfolded["at"]),
        attempts=dict(Counter(Attempt.objects.order_by("-pk").values_list("state", flat=True)[:RECENT])),
        faults=_faults(),
        incidents_last_day=Incident.objects.filter(at__gt=now - timedelta(days=1)).count(),
        workers=_workers(now),
    )


def _by_state(model: type[Match] | type[Version], states: tuple[str, ...]) -> dict[str, int]:
    counted = model.objects.filter(state__in=states).values_list("state").annotate(Count("pk")).order_by()
    found = dict(counted)
    return {str(state): found.get(state, 0) for state in states}


def _waiting_since(now: datetime) -> datetime | None:
    due = Match.objects.filter(state__in=(Match.State.PLANNED, Match.State.QUEUED), send_after__lte=now)
    since: datetime | None = due.aggregate(since=Min("created"))["since"]
    return since


def _age(now: datetime, since: datetime | None) -> float:
    return 0.0 if since is None else max(0.0, (now - since).total_seconds())


def _faults() -> dict[str, int]:
    """Faults by kind in the last thousand results."""
    lists = Result.objects.order_by("-received").values_list("faults", flat=True)[:RECENT]
    return dict(Counter(str(fault.get("kind", "?")) for faults in lists for fault in faults))


def _workers(now: datetime) -> list[WorkerFigures]:
    seen = list(Worker.objects.filter(last_seen__gt=now - FORGOTTEN_AFTER))
    held = Attempt.objects.filter(state=Attempt.State.STARTED).values_list("worker").annotate(Count("pk"))
    playing = dict(held.order_by())
    hour = Result.objects.filter(received__gt=now - FORGOTTEN_AFTER)
    played = dict(hour.values_list("attempt__worker").annotate(Count("pk")).order_by())
    return [
        WorkerFigures(
            name=worker.name,
            host=worker.host,
            state=_state(worker, now),
            level=worker.level,
            speed=worker.speed,
            playing=playing.get(worker.name, 0),
            played=played.get(worker.name, 0),
            trouble=worker.trouble,
        )
        for worker in seen
    ]


def _state(worker: Worker, now: datetime) -> str:
    if worker.last_seen <= now - SEEN_WITHIN:
        return "silent"
    if worker.drained is not None:
        return "drained"
    return "trouble" if worker.trouble else "well"
