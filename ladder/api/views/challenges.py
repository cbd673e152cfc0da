"""Challenges: one's own, asked for and cancelled."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ladder import access, challenges
from ladder.access import person
from ladder.api import asked, pages
from ladder.models import Challenge, Version
from ladder.refusals import Refused


class NewChallenge(serializers.Serializer[Challenge]):
    """The body that asks for a match: a competition's slug, an own version's id, opponents' bot ids."""

    competition = serializers.CharField()
    version = serializers.IntegerField(min_value=1, max_value=10**18)
    opponents = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**18), min_length=1, max_length=5
    )


class ChallengeList(APIView):
    """The challenges of one's own bots, newest first; POST asks for one."""

    permission_classes = [IsAuthenticated]

    def get(self, request: Request) -> Response:
        """A page of them."""
        asked.only(request)
        own = Challenge.objects.filter(version__bot__in=access.own_bots(person(request.user)))
        return pages.answer(request, own.select_related("competition", "match"), _shown)

    def post(self, request: Request) -> Response:
        """201 with the challenge that waits."""
        body = NewChallenge(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        competition = asked.competition(request, given["competition"])
        version = access.versions(request.user).filter(pk=given["version"]).select_related("bot").first()
        if version is None:
            raise ValidationError({"version": f"There is no version {given['version']}."})
        return Response(
            _shown(_asked(request, competition, version, given["opponents"])), status.HTTP_201_CREATED
        )


class ChallengeDetail(APIView):
    """One of one's own challenges."""

    permission_classes = [IsAuthenticated]

    def delete(self, request: Request, pk: int) -> Response:
        """Cancels it while it waits."""
        who = person(request.user)
        found = Challenge.objects.filter(asker=who, pk=pk).first()
        if found is None:
            raise NotFound("You have no such challenge.")
        try:
            challenges.cancel(found, who)
        except Refused as refused:
            raise ValidationError({"challenge": str(refused)}) from None
        return Response(status=status.HTTP_204_NO_CONTENT)


def _asked(request: Request, competition: Any, version: Version, bots: list[int]) -> Challenge:
    opponents = [asked.bot(request, str(bot)) for bot in bots]
    try:
        return challenges.ask(person(request.user), competition, version, opponents)
    except Refused as refused:
        raise ValidationError({"challenge": str(refused)}) from None


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
