"""What one's bots did in a match: their logs and faults."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access, faults
from ladder.api import asked
from ladder.api.endpoint import AsItIs, Endpoint
from ladder.api.records import fixed, shape
from ladder.api.schema import told
from ladder.models import Match, MatchSeat

QUESTION = shape("Question", faults.Question)
FAULT = shape("Fault", faults.Fault, asked=QUESTION(allow_null=True))
FAULTS = fixed(
    "MatchFaults",
    "The faults of a match; `private` and `asked` are null for who may not read the bot's log.",
    match=serializers.IntegerField(),
    faults=FAULT(many=True),
)


class MatchFaults(Endpoint):
    """The faults of a match: where, and for the bot's people what was asked, answered and legal."""

    @told(FAULTS)
    def get(self, request: Request, pk: int) -> Response:
        """Empty for a match without faults."""
        asked.only(request)
        match = _match(request, pk)
        found = faults.of_match(match, request.user)
        return Response({"match": match.pk, "faults": [_shown(match, fault, request) for fault in found]})


class SeatLog(Endpoint):
    """What the bot on a seat wrote to its standard error, as plain text."""

    content_negotiation_class = AsItIs

    @told(str, media="text/plain")
    def get(self, request: Request, pk: int, seat: int) -> HttpResponse:
        """404 for who may not read it."""
        asked.only(request)
        match = _match(request, pk)
        found = MatchSeat.objects.filter(match=match, seat=seat).select_related("version__bot").first()
        if found is None or not access.sees_log(request.user, found.version.bot, match.competition):
            raise NotFound("There is no such seat, or its log is not for you.")
        return HttpResponse(found.log, content_type="text/plain; charset=utf-8")


def _match(request: Request, pk: int) -> Match:
    return get_object_or_404(access.matches(request.user).select_related("competition", "result"), pk=pk)


def _shown(match: Match, fault: faults.Fault, request: Request) -> dict[str, Any]:
    question = faults.question(match, fault, request.user)
    return asdict(fault) | {"asked": asdict(question) if question else None}
