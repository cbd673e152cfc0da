"""The TV: matches that have just ended, one after another, at a pace that people can follow."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ladder import access
from ladder.access import Visitor
from ladder.models import Competition, Match, Result
from ladder.web.views import matches

LISTED = 10


@require_safe
def tv(request: HttpRequest) -> HttpResponse:
    """The latest match in the viewer; its script goes on with whatever ends meanwhile."""
    lines = matches.lines(_shown(request.user), LISTED)
    return render(request, "tv.html", {"lines": lines, "now": latest(request.user)})


@require_safe
def on_air(request: HttpRequest) -> HttpResponse:
    """The latest finished match, for the script to ask when one is over: its number, title and frames."""
    match = latest(request.user)
    answer = JsonResponse(_program(match) if match else {"match": None})
    answer["Cache-Control"] = "no-cache"
    return answer


def _shown(visitor: Visitor) -> QuerySet[Match]:
    """The finished matches of competitions that show their replays at once."""
    finished = access.listed_matches(visitor).filter(state=Match.State.FINISHED)
    shown = finished.filter(competition__replays_shown=Competition.Shown.AT_ONCE)
    return shown.exclude(kind=Match.Kind.TOURNAMENT, tournament_game__meeting__ended=None)


def latest(visitor: Visitor) -> Match | None:
    """The match that ended last of those shown at once, by the results' index: matches have none for it."""
    shown = Result.objects.filter(
        match__kind=Match.Kind.LADDER,
        competition__in=access.competitions(visitor),
        competition__replays_shown=Competition.Shown.AT_ONCE,
    )
    latest = shown.select_related("match__competition").order_by("-received", "-match").first()
    return latest.match if latest else None


def _program(match: Match) -> dict[str, object]:
    return {
        "match": match.pk,
        "title": f"Match {match.pk}, {match.competition.name}",
        "page": reverse("match", args=[match.pk]),
        "frames": reverse("api-match-frames", args=[match.pk]),
    }
