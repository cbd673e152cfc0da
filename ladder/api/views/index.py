"""The API's first page: where everything is."""

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

LISTS = ("competitions", "leaderboards", "matches", "bots", "challenges", "tournaments", "tokens")


class Index(APIView):
    """The addresses of the lists."""

    permission_classes = [AllowAny]

    def get(self, request: Request) -> Response:
        """By name."""
        return Response({name: reverse(f"api-{name}", request=request) for name in LISTS})
