"""Competitions and their leaderboards."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from ladder import access, leaderboards
from ladder.api import asked, pages
from ladder.api.shapes import CompetitionShape, RowShape
from ladder.models import Competition


class CompetitionList(APIView):
    """The competitions that the caller may see."""

    def get(self, request: Request) -> Response:
        """All but others' drafts."""
        asked.only(request)
        return pages.answer(request, access.competitions(request.user), _shown)


class CompetitionDetail(APIView):
    """One competition."""

    def get(self, request: Request, slug: str) -> Response:
        """404 for others' drafts."""
        return Response(_shown(get_object_or_404(access.competitions(request.user), slug=slug)))


class LeaderboardList(APIView):
    """The leaderboards: one a competition."""

    def get(self, request: Request) -> Response:
        """Whose they are, and where their rows are."""
        asked.only(request)
        return pages.answer(request, access.competitions(request.user), lambda c: _heading(c, request))


class Leaderboard(APIView):
    """One leaderboard with all its rows."""

    def get(self, request: Request, slug: str) -> Response:
        """The rows in order of rank."""
        competition = get_object_or_404(access.competitions(request.user), slug=slug)
        shape = RowShape()
        rows = [shape.to_representation(row) for row in leaderboards.rows(competition)]
        return Response(_heading(competition, request) | {"rows": rows})


def _shown(competition: Competition) -> dict[str, Any]:
    return dict(CompetitionShape(competition).data)


def _heading(competition: Competition, request: Request) -> dict[str, Any]:
    return {
        "competition": competition.slug,
        "name": competition.name,
        "state": competition.state,
        "url": reverse("api-leaderboard", args=[competition.slug], request=request),
    }
