"""The live feed: what is being played, people at tables, what ended last; the same for everybody."""

import hashlib
from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from ladder import access
from ladder.models import Attempt, Match, Sitting
from ladder.web.views import matches

KEPT_S = 1
RUNNING, TABLES, ENDED = 6, 4, 12


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The feed as a page of its own."""
    return render(request, "live.html", {"feed": html()})


@require_safe
def fragment(request: HttpRequest) -> HttpResponse:
    """The feed alone, for polling: 304 while nothing has changed."""
    made = html()
    etag = quote_etag(hashlib.sha256(made.encode()).hexdigest()[:32])
    response = HttpResponse(made, headers={"ETag": etag, "Cache-Control": "no-cache"})
    return cast(HttpResponse, get_conditional_response(request, etag=etag, response=response))


def html() -> str:
    """The feed as HTML, made once a second at most, however many look."""
    known: str | None = cache.get("feed")
    if known is None:
        known = render_to_string("parts/feed.html", _context())
        cache.set("feed", known, KEPT_S)
    return known


def _context() -> dict[str, object]:
    listed = access.listed_matches(AnonymousUser())
    running = matches.lines(listed.filter(state=Match.State.RUNNING), RUNNING)
    held = Attempt.objects.filter(match__in=[line.match.id for line in running], state=Attempt.State.STARTED)
    decisions = dict(held.values_list("match").annotate(Max("decisions")).order_by())
    return {
        "running": [(line, decisions.get(line.match.id, 0)) for line in running],
        "tables": Sitting.objects.filter(state=Sitting.State.PLAYING).select_related("person")[:TABLES],
        "lines": matches.lines(listed.filter(state=Match.State.FINISHED), ENDED),
    }
