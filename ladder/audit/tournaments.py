"""Tournaments that have begun are what their published method makes of their field, seed and matches."""

from ladder.audit.finding import Finding, Findings
from ladder.models import Match, Tournament
from ladder.tournaments.verify import DRAWN, verify


def check() -> Findings:
    """All checks of this module."""
    for tournament in Tournament.objects.filter(state__in=DRAWN).order_by("pk"):
        for text in verify(tournament):
            yield Finding("tournament", f"tournament {tournament.pk}", text)
    lost = Match.objects.filter(kind=Match.Kind.TOURNAMENT, tournament_game=None, retries=None)
    for pk in lost.order_by("pk").values_list("pk", flat=True):
        yield Finding("tournament", f"match {pk}", "is a tournament's and stands in none of their games")
