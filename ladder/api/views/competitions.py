"""Competitions and their leaderboards."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from ladder import access, competitions, leaderboards
from ladder.access import person
from ladder.api import asked, pages
from ladder.api.endpoint import Endpoint, repeatable
from ladder.api.records import fixed
from ladder.api.schema import parameter, told
from ladder.api.shapes import CompetitionShape, CompetitionTerms, RowShape
from ladder.competitions import Rules
from ladder.leaderboards import Place, Row
from ladder.models import Competition
from ladder.tokens import Scope

ROWS = 500
BOARD_HEADING = fixed(
    "LeaderboardHeading",
    "Whose leaderboard it is, and where its rows are.",
    competition=serializers.CharField(),
    name=serializers.CharField(),
    state=serializers.CharField(),
    url=serializers.URLField(),
)
BOARD = fixed(
    "Leaderboard",
    "A leaderboard's rows in order of rank.",
    competition=serializers.CharField(),
    name=serializers.CharField(),
    state=serializers.CharField(),
    url=serializers.URLField(),
    rows=RowShape(many=True),
    next=serializers.URLField(allow_null=True),
)


class CompetitionList(Endpoint):
    """The competitions that the caller may see; POST makes one."""

    writes = Scope.ORGANISE

    @told(
        CompetitionShape,
        paged=True,
        query=[
            parameter("state", "Its state.", enum=Competition.State.values),
            parameter("mine", "1: those that you organise.", enum=["1"]),
        ],
    )
    def get(self, request: Request) -> Response:
        """All but others' drafts, and private ones."""
        given = asked.only(request, "state", "mine")
        found = access.competitions(request.user)
        if "mine" in given:
            asked.one_of("mine", given["mine"], ["1"])
            found = access.organised(request.user)
        if "state" in given:
            found = found.filter(state=asked.one_of("state", given["state"], Competition.State.values))
        return pages.answer(request, found.select_related("predecessor"), shown)

    @told(CompetitionShape, takes=CompetitionTerms, status=201)
    @repeatable
    def post(self, request: Request) -> Response:
        """201 with the draft; for staff and who may organise."""
        organiser = person(request.user)
        if not access.may_organise(organiser):
            raise PermissionDenied("You may not make competitions; ask the site's staff.")
        given = asked.body(CompetitionTerms, request)
        slug, name = given.pop("slug"), given.pop("name")
        limits = Competition().limits | given.pop("limits", {})
        with asked.refusals("competition"):
            made = competitions.create(slug, name, organiser, Rules(), **(given | {"limits": limits}))
        return Response(shown(made), status.HTTP_201_CREATED)


class CompetitionDetail(Endpoint):
    """One competition."""

    writes = Scope.ORGANISE

    @told(CompetitionShape)
    def get(self, request: Request, slug: str) -> Response:
        """404 for others' drafts."""
        asked.only(request)
        return Response(shown(get_object_or_404(access.competitions(request.user), slug=slug)))

    @told(CompetitionShape, takes=CompetitionTerms)
    def patch(self, request: Request, slug: str) -> Response:
        """Changes what may still change, all of it or nothing; for its organiser and staff."""
        found = organised(request, slug)
        given = asked.body(CompetitionTerms, request, partial=True)
        if "limits" in given:
            given["limits"] = found.limits | given["limits"]
        with asked.refusals("competition"):
            changed = competitions.change(found, **given)
        return Response(shown(changed))


class LeaderboardList(Endpoint):
    """The leaderboards: one a competition."""

    @told(BOARD_HEADING, paged=True)
    def get(self, request: Request) -> Response:
        """Whose they are, and where their rows are."""
        asked.only(request)
        return pages.answer(request, access.competitions(request.user), lambda c: _heading(c, request))


class Leaderboard(Endpoint):
    """One leaderboard: all its rows, or of a large field (2,000 bots) 500 at a time."""

    @told(BOARD, query=[parameter("after", "As `next` has it: the rows below.")])
    def get(self, request: Request, slug: str) -> Response:
        """The rows in order of rank; `next` leads to those below, where they do not come all at once."""
        after = asked.board_place(asked.only(request, "after").get("after"))
        competition = get_object_or_404(access.competitions(request.user), slug=slug)
        rows, following = _rows(competition, after)
        shape = RowShape()
        heading = _heading(competition, request)
        following_url = f"{heading['url']}?after={following}" if following else None
        shown_rows = [shape.to_representation(row) for row in rows]
        return Response(heading | {"rows": shown_rows, "next": following_url})


def organised(request: Request, slug: str) -> Competition:
    """A competition that the caller organises; 404 for one that it does not see, 403 for others'."""
    found = get_object_or_404(access.competitions(request.user).select_related("organiser"), slug=slug)
    if not access.organises(request.user, found):
        raise PermissionDenied(f"{found.name} is not yours to organise.")
    return found


def shown(competition: Competition) -> dict[str, Any]:
    """The competition as the API shows it."""
    return dict(CompetitionShape(competition).data)


def _rows(competition: Competition, after: Place | None) -> tuple[list[Row], str]:
    if after is None and not leaderboards.is_large(competition):
        return leaderboards.rows(competition), ""
    page = leaderboards.page(competition, after, ROWS)
    return page.rows, "" if page.after is None else asked.as_text(page.after)


def _heading(competition: Competition, request: Request) -> dict[str, Any]:
    return {
        "competition": competition.slug,
        "name": competition.name,
        "state": competition.state,
        "url": reverse("api-leaderboard", args=[competition.slug], request=request),
    }
