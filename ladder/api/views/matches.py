"""Matches: the list, one match, its replay."""

import gzip
import re
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from engine import RULESETS
from ladder import access, blobs, match_search, matches
from ladder.api import asked, pages
from ladder.api.endpoint import Endpoint
from ladder.api.schema import parameter, told
from ladder.api.shapes import MatchShape
from ladder.models import Match
from workers.contract import FaultKind

TAKES_GZIP = re.compile(r"\bgzip\s*(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
KINDS = [kind.value for kind in FaultKind]
FILTERS = [
    parameter("state", "Its state.", enum=Match.State.values),
    parameter("competition", "The slug of its competition."),
    parameter("bot", "The id of a bot that has a seat.", int),
    parameter("version", "The id of a version that has a seat.", int),
    parameter(
        "fault",
        "A kind of fault: of that bot or version where one is named, else of any.",
        enum=KINDS,
    ),
    parameter("against", "The id of another bot that has a seat.", int),
    parameter("players", "How many seats it has, 2 to 6.", int),
    parameter("ruleset", "Its ruleset.", enum=sorted(RULESETS)),
    parameter("since", "Finished at this moment or later, ISO 8601."),
    parameter("until", "Finished before this moment, ISO 8601."),
]


class MatchList(Endpoint):
    """Matches, newest first; trials are not listed."""

    @told(MatchShape, paged=True, query=FILTERS)
    def get(self, request: Request) -> Response:
        """A page of the listed matches that fit the filters."""
        found = matches.with_all(asked_for(request))
        return pages.answer(request, found, lambda match: _shown(match, request))


class MatchDetail(Endpoint):
    """One match; a trial only for its owner and staff."""

    @told(MatchShape)
    def get(self, request: Request, pk: int) -> Response:
        """404 for what the visitor may not open."""
        asked.only(request)
        seen = matches.with_all(access.matches(request.user))
        return Response(_shown(get_object_or_404(seen, pk=pk), request))


class MatchReplay(Endpoint):
    """The replay document (protocol.md 6); gzipped as it is stored where the caller accepts that."""

    @told()
    def get(self, request: Request, pk: int) -> HttpResponse:
        """404 while the match has no result; a trial's only for its owner and staff."""
        asked.only(request)
        return _replay(request, finished_match(request, pk))


def finished_match(request: Request, pk: int) -> Match:
    """The match with its result; 404 for what the visitor may not open or see, or without result."""
    seen = access.matches(request.user).select_related("result", "competition")
    match = get_object_or_404(seen, pk=pk)
    if not hasattr(match, "result"):
        raise NotFound(f"Match {pk} is {match.state} and has no replay.")
    if not access.sees_replay(request.user, match):
        when = match.competition.get_replays_shown_display()
        raise NotFound(f"Replays of {match.competition.name} are shown to everybody {when}.")
    return match


def asked_for(request: Request, *more: str) -> QuerySet[Match]:
    """The listed matches that fit the filters in the query; `more` parameters are the caller's business."""
    given = asked.only(request, *(each.name for each in FILTERS), *more)
    found = access.listed_matches(request.user)
    if "state" in given:
        found = found.filter(state=asked.one_of("state", given["state"], Match.State.values))
    if "competition" in given:
        found = found.filter(competition=asked.competition(request, given["competition"]))
    if "players" in given:
        found = found.filter(players=asked.number("players", given["players"], 2, 6))
    if "ruleset" in given:
        found = found.filter(ruleset=asked.one_of("ruleset", given["ruleset"], RULESETS))
    if "since" in given:
        found = found.filter(finished__gte=asked.moment("since", given["since"]))
    if "until" in given:
        found = found.filter(finished__lt=asked.moment("until", given["until"]))
    return _by_seats(request, found, given)


def _by_seats(request: Request, found: QuerySet[Match], given: dict[str, str]) -> QuerySet[Match]:
    seat: dict[str, Any] = {}
    if "bot" in given:
        seat["version__bot"] = asked.bot(request, given["bot"])
    if "version" in given:
        seat["version"] = asked.identifier("version", given["version"])
    if "fault" in given:
        seat["fault"] = asked.one_of("fault", given["fault"], KINDS)
    if seat:
        found = match_search.with_seat(found, **seat)
    if "against" in given:
        found = match_search.of_bot(found, asked.bot(request, given["against"]))
    return found


def _shown(match: Match, request: Request) -> dict[str, Any]:
    return dict(MatchShape(matches.facts(match), context={"request": request}).data)


def _replay(request: Request, match: Match) -> HttpResponse:
    packed = blobs.read(match.result.replay_sha256)
    if TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(packed, content_type="application/json")
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip.decompress(packed), content_type="application/json")
    response["Vary"] = "Accept-Encoding, Authorization, Cookie"
    response["Cache-Control"] = "private, max-age=3600"
    response["Content-Disposition"] = f'inline; filename="match-{match.pk}.json"'
    return response
