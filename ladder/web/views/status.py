"""The status page: workers, what waits and what runs, and what went wrong of late."""

import logging
from dataclasses import dataclass

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ladder import activity, health
from ladder.models import Match, Version
from ladder.web import errors, words
from ladder.web.words import Words

log = logging.getLogger(__name__)


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
    found = activity.now()
    context = {
        "wrong": _what_is_wrong(request),
        "now": found,
        "matches": [
            Tally(words.MATCHES[Match.State(state)], number) for state, number in found.matches.items()
        ],
        "versions": [
            Tally(words.VERSIONS[Version.State(state)], number) for state, number in found.versions.items()
        ],
    }
    return render(request, "status.html", context)


def _what_is_wrong(request: HttpRequest) -> str:
    """One sentence; staff read the machine's own words too."""
    worst = health.worst()
    if worst is None:
        return ""
    return f"{health.PUBLIC[worst.name]} {worst.text}" if request.user.is_staff else health.PUBLIC[worst.name]
