"""The API's first page: where everything is."""

from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from ladder.api.endpoint import Endpoint
from ladder.api.records import fixed
from ladder.api.schema import told

PLACES = (
    "competitions", "leaderboards", "matches", "bots", "challenges", "tournaments", "webhooks",
    "tokens",
    "me", "team", "notices",
    "status", "schema", "swagger", "redoc",
)  # fmt: skip
INDEX = fixed("Index", "Addresses by name.", **{name: serializers.URLField() for name in PLACES})


class Index(Endpoint):
    """The addresses of what there is."""

    permission_classes = [AllowAny]

    @told(INDEX)
    def get(self, request: Request) -> Response:
        """By name."""
        return Response({name: reverse(f"api-{name}", request=request) for name in PLACES})
