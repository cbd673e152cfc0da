"""All finished matches with their replays, for research: streamed, and resumed where it was cut off."""

import gzip
import json
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.reverse import reverse

from ladder import access, blobs, matches
from ladder.api import asked
from ladder.api.endpoint import AsItIs, Endpoint
from ladder.api.schema import parameter, told
from ladder.api.shapes import MatchShape
from ladder.models import Match

MEDIA_TYPE = "application/x-ndjson"
AT_ONCE = 100
MOST, USUAL = 10_000, 1_000


class MatchExport(Endpoint):
    """Finished matches, oldest first, one JSON object a line; the last line says where to go on."""

    content_negotiation_class = AsItIs
    throttle_scope = "export"
    costly = ("GET",)

    @told(
        str,
        media=MEDIA_TYPE,
        query=[
            parameter("competition", "The slug of a competition."),
            parameter("after", "The id of the last match that you have: go on behind it.", int),
            parameter("limit", f"How many at most, 1 to {MOST}; {USUAL} if nothing is said.", int),
            parameter("replays", "1: with each match its replay, null where you may not see it.", enum=["1"]),
        ],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Each line is a match as `/matches/<id>/` shows it; `{"next": …}` ends a stream that came whole."""
        given = asked.only(request, "competition", "after", "limit", "replays")
        found = access.listed_matches(request.user).filter(state=Match.State.FINISHED)
        if "competition" in given:
            found = found.filter(competition=asked.competition(request, given["competition"]))
        after = asked.identifier("after", given.get("after", "0"))
        limit = asked.number("limit", given.get("limit", str(USUAL)), 1, MOST)
        with_replays = "replays" in given and bool(asked.one_of("replays", given["replays"], ["1"]))
        lines = _lines(request, found, after, limit, with_replays)
        response = StreamingHttpResponse(lines, content_type=MEDIA_TYPE)
        response["Content-Disposition"] = 'attachment; filename="matches.ndjson"'
        response["Cache-Control"] = "private, no-store"
        return response


def _lines(
    request: Request, found: QuerySet[Match], after: int, limit: int, with_replays: bool
) -> Iterator[bytes]:
    """Some matches at a time, so that neither side holds them all."""
    left = limit
    while left > 0:
        following = matches.with_all(found.filter(pk__gt=after)).select_related("result").order_by("pk")
        some = list(following[: min(AT_ONCE, left)])
        for match in some:
            yield _line(_shown(request, match, with_replays))
            after = match.pk
        left -= len(some)
        if len(some) < AT_ONCE and left > 0:
            yield _line({"next": None})
            return
    yield _line({"next": _following(request, after)})


def _line(value: dict[str, Any]) -> bytes:
    return bytes(JSONRenderer().render(value)) + b"\n"


def _shown(request: Request, match: Match, with_replays: bool) -> dict[str, Any]:
    shown = dict(MatchShape(matches.facts(match), context={"request": request}).data)
    return shown | {"replay_document": _replay(request, match)} if with_replays else shown


def _replay(request: Request, match: Match) -> Any:
    """The replay; null where the caller may not see it, or where its file is gone."""
    if not access.sees_replay(request.user, match):
        return None
    try:
        return json.loads(gzip.decompress(blobs.read(match.result.replay_sha256)))
    except (OSError, ValueError):
        return None


def _following(request: Request, after: int) -> str:
    query = request.query_params.copy()
    query["after"] = str(after)
    return f"{reverse('api-match-export', request=request)}?{query.urlencode()}"
