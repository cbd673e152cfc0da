"""The site with one view more, which does nothing: what `tests.bench.served` compares with.

With NOTHING_CACHED set, leaderboards are made anew for every request.
"""

import os

from django.http import HttpRequest, HttpResponse
from django.urls import path

from ladder.wsgi import application

__all__ = ["application", "empty"]


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing, behind the same middleware."""
    return HttpResponse("")


def _prepare() -> None:
    from ladder import boards, urls
    from ladder.web.views import board

    urls.urlpatterns.append(path("empty/", empty))
    if "NOTHING_CACHED" in os.environ:
        boards.FRESH_S = board.FRESH_S = 0


_prepare()
