"""The home page and a competition's page: leaderboards, kept fresh by polling a fragment."""

import hashlib
import re
from dataclasses import dataclass
from typing import cast

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from ladder import access, leaderboards
from ladder.models import Competition

HOME_ROWS = 25
PAGE_ROWS = 100
PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,5}")
FRESH_S = 2
"""Seconds for which all visitors get the same table, so that many of them cost as much as one."""


@dataclass(frozen=True)
class Board:
    """A page (from 1) of a leaderboard: `size` of `total` rows as HTML, and its entity tag."""

    competition: Competition
    page: int
    size: int
    total: int
    html: str
    etag: str

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.total // self.size))

    @property
    def previous(self) -> int:
        """The page above."""
        return self.page - 1

    @property
    def next(self) -> int:
        """The page below."""
        return self.page + 1


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The top of each open competition's leaderboard."""
    opened = access.competitions(request.user).filter(state=Competition.State.OPEN)
    return render(request, "board/home.html", {"boards": [_board(c, 1, HOME_ROWS) for c in opened]})


@require_safe
def competition(request: HttpRequest, slug: str) -> HttpResponse:
    """A competition: its whole leaderboard by pages, and what its bots are allowed."""
    found = get_object_or_404(access.competitions(request.user), slug=slug)
    board = _board(found, _page(request), PAGE_ROWS)
    context = {"competition": found, "board": board, "limits": found.bot_limits}
    return render(request, "board/competition.html", context)


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table alone, for polling: the same for everybody, 304 while it has not changed."""
    found = get_object_or_404(access.competitions(request.user), slug=slug)
    board = _board(found, _page(request), _size(request))
    response = HttpResponse(board.html, headers={"ETag": board.etag, "Cache-Control": "no-cache"})
    return cast(HttpResponse, get_conditional_response(request, etag=board.etag, response=response))


def _board(found: Competition, page: int, size: int) -> Board:
    """That page of the leaderboard, made at most once in FRESH_S; 404 beyond the last."""
    key = f"board:{found.pk}:{found.current_epoch}:{page}:{size}"
    known: Board | None = cache.get(key)
    if known is None:
        known = _made(found, page, size)
        cache.set(key, known, FRESH_S)
    if page > known.pages:
        raise Http404
    return known


def _made(found: Competition, page: int, size: int) -> Board:
    rows = leaderboards.rows(found)
    shown = rows[(page - 1) * size : page * size]
    context = {"competition": found, "rows": shown, "total": len(rows)}
    html = render_to_string("board/table.html", context)
    etag = quote_etag(hashlib.sha256(html.encode()).hexdigest()[:32])
    return Board(found, page, size, len(rows), html, etag)


def _page(request: HttpRequest) -> int:
    """`?page=` from 1; 404 for what is no page."""
    text = request.GET.get("page", "1")
    if not PAGE_NUMBER.fullmatch(text):
        raise Http404
    return int(text)


def _size(request: HttpRequest) -> int:
    """`?size=`, one of the two that the pages ask for."""
    return HOME_ROWS if request.GET.get("size") == str(HOME_ROWS) else PAGE_ROWS
