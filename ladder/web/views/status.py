"""The status page: workers, what waits and what runs, and what went wrong of late."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ladder import health
from ladder.models import Incident, Match, Result, Version, Worker
from ladder.web import errors, words
from ladder.web.words import Words

log = logging.getLogger(__name__)

ALIVE = timedelta(seconds=30)
SHOWN = timedelta(hours=1)


@dataclass(frozen=True)
class WorkerLine:
    """A worker, and whether it was heard of just now."""

    worker: Worker
    alive: bool


@dataclass(frozen=True)
class Tally:
    """How many things are in a state."""

    words: Words
    number: int


@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """What the service is doing, as the ladder knows it; also a page when the database is away."""
    try:
        return _page(request)
    except DatabaseError as error:
        log.warning("the status page has no database: %s", error)
        return errors.page(request, 503, f"{health.PUBLIC['database']} Nothing is lost; try again soon.")


def _page(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    heard_of = Worker.objects.filter(last_seen__gt=now - SHOWN)
    workers = [WorkerLine(worker, worker.last_seen > now - ALIVE) for worker in heard_of]
    context = {
        "wrong": _what_is_wrong(request),
        "workers": workers,
        "working": sum(line.alive and not line.worker.trouble for line in workers),
        "matches": _matches(),
        "versions": _versions(),
        "played": Result.objects.filter(received__gt=now - SHOWN).count(),
        "waiting_since": _waiting_since(),
        "unfolded": Result.objects.filter(rated=True, fold_seq=None).count(),
        "incidents": Incident.objects.filter(at__gt=now - timedelta(days=1)).count(),
    }
    return render(request, "status.html", context)


def _what_is_wrong(request: HttpRequest) -> str:
    """One sentence; staff read the machine's own words too."""
    worst = health.worst()
    if worst is None:
        return ""
    return f"{health.PUBLIC[worst.name]} {worst.text}" if request.user.is_staff else health.PUBLIC[worst.name]


def _waiting_since() -> datetime | None:
    """When the match was made that waits longest for a worker; None when none waits."""
    waiting = Match.objects.filter(state__in=(Match.State.PLANNED, Match.State.QUEUED))
    since: datetime | None = waiting.aggregate(since=Min("created"))["since"]
    return since


def _matches() -> list[Tally]:
    """Matches that are not over, by state."""
    counted = Match.objects.filter(state__in=words.OPEN_MATCHES).values_list("state").annotate(Count("pk"))
    found = dict(counted.order_by())
    return [Tally(words.MATCHES[state], found.get(state, 0)) for state in words.OPEN_MATCHES]


def _versions() -> list[Tally]:
    """Versions whose check is not over, by state."""
    counted = Version.objects.filter(state__in=words.UNFINISHED).values_list("state").annotate(Count("pk"))
    found = dict(counted.order_by())
    return [Tally(words.VERSIONS[state], found.get(state, 0)) for state in words.UNFINISHED]
