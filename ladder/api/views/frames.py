"""Frames for the viewer: of a finished match, and of a replay that the caller brings."""

import gzip
import logging

from django.http import HttpResponse
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine import BadReplay
from ladder import films
from ladder.api import asked
from ladder.api.endpoint import Endpoint
from ladder.api.schema import OBJECT, parameter, told
from ladder.api.views.matches import TAKES_GZIP, finished_match
from ladder.tokens import Scope

log = logging.getLogger(__name__)
SEAT = parameter("seat", "Only what this seat saw, 0 to 5.", int)
REPLAY_BYTES = 2 * 1024 * 1024
BROKEN = (
    "The replay cannot be played out: its file is missing or of another version. We have written it down."
)


class MatchFrames(Endpoint):
    """The frames of a match (protocol.md 6); `?seat=2` gives what that seat saw."""

    @told(query=[SEAT])
    def get(self, request: Request, pk: int) -> HttpResponse:
        """404 while the match has no result; a trial's only for its owner and staff."""
        match = finished_match(request, pk)
        seat = _seat(request, match.players)
        try:
            packed = films.of_blob(match.result.replay_sha256, seat)
        except (OSError, ValueError, KeyError):
            log.exception("The replay of match %s cannot be played out", pk)
            raise NotFound(BROKEN) from None
        return packed_json(request, packed)


class Frames(Endpoint):
    """Plays out the replay in the body; nothing is kept."""

    permission_classes = [AllowAny]
    writes = Scope.READ
    throttle_scope = "frames"

    @told(takes=OBJECT, query=[SEAT])
    def post(self, request: Request) -> Response:
        """The frames document; 400 with the place of the first fault for what is no replay of our rules."""
        if len(request.body) > REPLAY_BYTES:
            raise ValidationError({"request": f"A replay has at most {REPLAY_BYTES >> 20} MiB."})
        try:
            return Response(films.of_replay(request.data, _seat(request, 6)))
        except BadReplay as bad:
            raise ValidationError({"replay": str(bad)}) from None


def packed_json(request: Request, packed: bytes) -> HttpResponse:
    """Gzipped JSON as it is kept, for those who take it, else unpacked."""
    takes = TAKES_GZIP.search(request.headers.get("Accept-Encoding", ""))
    response = HttpResponse(packed if takes else gzip.decompress(packed), content_type="application/json")
    if takes:
        response["Content-Encoding"] = "gzip"
    response["Vary"] = "Accept-Encoding, Authorization, Cookie"
    response["Cache-Control"] = "private, max-age=3600"
    return response


def _seat(request: Request, players: int) -> int | None:
    text = asked.only(request, "seat").get("seat")
    if text is None:
        return None
    if text not in [str(seat) for seat in range(players)]:
        raise ValidationError({"seat": f"One of 0 to {players - 1} is wanted."})
    return int(text)
