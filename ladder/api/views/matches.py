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
from rest_framework.views import APIView

from ladder import access, blobs, match_search, matches
from ladder.api import asked, pages
from ladder.api.shapes import MatchShape
from ladder.models import Match

TAKES_GZIP = re.compile(r"\bgzip\s*(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class MatchList(APIView):
    """`?state=&competition=&bot=`, newest first; trials are not listed."""

    def get(self, request: Request) -> Response:
        """A page of the listed matches that fit the filters."""
        found = matches.with_all(_asked_for(request))
        return pages.answer(request, found, lambda match: _shown(match, request))


class MatchDetail(APIView):
    """One match; a trial only for its owner and staff."""

    def get(self, request: Request, pk: int) -> Response:
        """404 for what the visitor may not open."""
        seen = matches.with_all(access.matches(request.user))
        return Response(_shown(get_object_or_404(seen, pk=pk), request))


class MatchReplay(APIView):
    """The replay document (protocol.md 6); gzipped as it is stored where the caller accepts that."""

    def get(self, request: Request, pk: int) -> HttpResponse:
        """404 while the match has no result; a trial's only for its owner and staff."""
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


def _asked_for(request: Request) -> QuerySet[Match]:
    given = asked.only(request, "state", "competition", "bot")
    found = access.listed_matches(request.user)
    if "state" in given:
        found = found.filter(state=asked.one_of("state", given["state"], Match.State.values))
    if "competition" in given:
        found = found.filter(competition=asked.competition(request, given["competition"]))
    if "bot" in given:
        found = match_search.of_bot(found, asked.bot(request, given["bot"]))
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
