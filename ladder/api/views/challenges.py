"""Challenges: one's own, asked for and cancelled."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access, challenges
from ladder.access import person
from ladder.api import asked, pages
from ladder.api.endpoint import Endpoint, repeatable
from ladder.api.records import fixed
from ladder.api.schema import told
from ladder.models import Challenge, Version


class NewChallenge(serializers.Serializer[Challenge]):
    """The body that asks for a match: a competition's slug, an own version's id, opponents' bot ids."""

    competition = serializers.CharField()
    version = serializers.IntegerField(min_value=1, max_value=10**18)
    opponents = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**18), min_length=1, max_length=5
    )


CHALLENGE = fixed(
    "Challenge",
    "A requested, unrated match; `state` is that of its match once there is one.",
    id=serializers.IntegerField(),
    competition=serializers.CharField(),
    version=serializers.IntegerField(),
    line_up=serializers.ListField(child=serializers.IntegerField(), help_text="Versions by seat."),
    private=serializers.BooleanField(),
    state=serializers.CharField(),
    reason=serializers.CharField(),
    match=serializers.IntegerField(allow_null=True),
    created=serializers.DateTimeField(),
)


class ChallengeList(Endpoint):
    """The challenges of one's own bots, newest first; POST asks for one."""

    permission_classes = [IsAuthenticated]

    @told(CHALLENGE, paged=True)
    def get(self, request: Request) -> Response:
        """A page of them."""
        asked.only(request)
        return pages.answer(request, _own(request), _shown)

    @told(CHALLENGE, takes=NewChallenge, status=201)
    @repeatable
    def post(self, request: Request) -> Response:
        """201 with the challenge that waits."""
        given = asked.body(NewChallenge, request)
        competition = asked.competition(request, given["competition"])
        version = access.versions(request.user).filter(pk=given["version"]).select_related("bot").first()
        if version is None:
            raise ValidationError({"version": f"There is no version {given['version']}."})
        return Response(
            _shown(_asked(request, competition, version, given["opponents"])), status.HTTP_201_CREATED
        )


class ChallengeDetail(Endpoint):
    """One of one's own challenges."""

    permission_classes = [IsAuthenticated]

    @told(CHALLENGE)
    def get(self, request: Request, pk: int) -> Response:
        """How it goes."""
        asked.only(request)
        return Response(_shown(get_object_or_404(_own(request), pk=pk)))

    @told(status=204)
    def delete(self, request: Request, pk: int) -> Response:
        """Cancels it while it waits."""
        who = person(request.user)
        found = Challenge.objects.filter(asker=who, pk=pk).first()
        if found is None:
            raise NotFound("You have no such challenge.")
        with asked.refusals("challenge"):
            challenges.cancel(found, who)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _own(request: Request) -> QuerySet[Challenge]:
    own = Challenge.objects.filter(version__bot__in=access.own_bots(person(request.user)))
    return own.select_related("competition", "match")


def _asked(request: Request, competition: Any, version: Version, bots: list[int]) -> Challenge:
    opponents = [asked.bot(request, str(bot)) for bot in bots]
    with asked.refusals("challenge"):
        return challenges.ask(person(request.user), competition, version, opponents)


def _shown(challenge: Challenge) -> dict[str, Any]:
    return {
        "id": challenge.pk,
        "competition": challenge.competition.slug,
        "version": challenge.version_id,
        "line_up": challenge.line_up,
        "private": challenge.is_private,
        "state": challenge.match.state if challenge.match else challenge.state,
        "reason": challenge.reason,
        "match": challenge.match_id,
        "created": challenge.created,
    }
