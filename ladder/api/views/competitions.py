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
from ladder.leaderboards import Place, Row
from ladder.models import Competition

ROWS = 500


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
    """One leaderboard: all its rows, or of a large field (2,000 bots) 500 at a time."""

    def get(self, request: Request, slug: str) -> Response:
        """The rows in order of rank; `next` leads to those below, where they do not come all at once."""
        after = asked.board_place(asked.only(request, "after").get("after"))
        competition = get_object_or_404(access.competitions(request.user), slug=slug)
        rows, following = _rows(competition, after)
        shape = RowShape()
        heading = _heading(competition, request)
        following_url = f"{heading['url']}?after={following}" if following else None
        shown = [shape.to_representation(row) for row in rows]
        return Response(heading | {"rows": shown, "next": following_url})


def _rows(competition: Competition, after: Place | None) -> tuple[list[Row], str]:
    if after is None and not leaderboards.is_large(competition):
        return leaderboards.rows(competition), ""
    page = leaderboards.page(competition, after, ROWS)
    return page.rows, "" if page.after is None else asked.as_text(page.after)


def _shown(competition: Competition) -> dict[str, Any]:
    return dict(CompetitionShape(competition).data)


def _heading(competition: Competition, request: Request) -> dict[str, Any]:
    return {
        "competition": competition.slug,
        "name": competition.name,
        "state": competition.state,
        "url": reverse("api-leaderboard", args=[competition.slug], request=request),
    }
