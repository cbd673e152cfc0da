"""What the uploads of a competition share, for its organisers."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.access import person
from ladder.api import asked
from ladder.api.endpoint import Endpoint
from ladder.api.records import fixed
from ladder.api.schema import told
from ladder.api.views.competitions import organised
from ladder.models import Comparison
from ladder.similarity import checks
from ladder.tokens import Scope

SIMILARITY = fixed(
    "Similarity",
    "The last comparison of a competition's uploads; `state` null before the first.",
    state=serializers.CharField(allow_null=True),
    asked=serializers.DateTimeField(allow_null=True),
    done=serializers.DateTimeField(allow_null=True),
    compared=serializers.IntegerField(),
    left_out=serializers.DictField(child=serializers.CharField()),
    pairs=fixed(
        "SimilarPair",
        "Two versions; `shares`: how much of each one's own is shared, 0 to 1. A reason to look, no verdict.",
        versions=serializers.ListField(child=serializers.IntegerField()),
        shared=serializers.IntegerField(),
        shares=serializers.ListField(child=serializers.FloatField()),
    )(many=True),
)


class Similarity(Endpoint):
    """What the uploads of a competition share, for its organisers."""

    writes = Scope.ORGANISE

    @told(SIMILARITY)
    def get(self, request: Request, slug: str) -> Response:
        """The last comparison."""
        asked.only(request)
        return Response(_shown(checks.latest(organised(request, slug))))

    @told(SIMILARITY, status=202)
    def post(self, request: Request, slug: str) -> Response:
        """202: the uploads are compared soon; asked twice meanwhile it is once."""
        asked_for = checks.ask(organised(request, slug), person(request.user))
        return Response(_shown(asked_for), status.HTTP_202_ACCEPTED)


def _shown(found: Comparison | None) -> dict[str, Any]:
    if found is None:
        return {"state": None, "asked": None, "done": None, "compared": 0, "left_out": {}, "pairs": []}
    return {
        "state": found.state,
        "asked": found.asked,
        "done": found.done,
        "compared": found.compared,
        "left_out": found.left_out,
        "pairs": [
            {"versions": [first, second], "shared": shared, "shares": [share_first, share_second]}
            for first, second, shared, share_first, share_second in found.pairs
        ],
    }
