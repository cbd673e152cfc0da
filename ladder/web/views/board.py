"""The home page and a competition's page: leaderboards, kept fresh by polling a fragment."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from ladder import access, boards, markup, trends
from ladder.access import Visitor
from ladder.boards import FRESH_S, Standing
from ladder.leaderboards import Row
from ladder.models import Competition, User
from ladder.tournaments import board as tournament_board
from ladder.web.charts import Spark, spark
from ladder.web.forms import BoardFilter
from ladder.web.views import feed

HOME_ROWS = 25
PAGE_ROWS = 50
LONGEST_SLUG = 60
PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,5}")


@dataclass(frozen=True)
class Line:
    """A row of the table, and how its rating moved of late."""

    row: Row
    spark: Spark | None


@dataclass(frozen=True)
class Board:
    """A page (from 1) of a leaderboard: `size` of `total` rows as HTML, and its entity tag.

    `query` is the address of exactly this table, for polling; `topic` follows it live, where it can be.
    """

    competition: Competition
    page: int
    size: int
    total: int
    html: str
    etag: str
    query: str
    topic: str

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


@dataclass(frozen=True)
class Own:
    """A bot of the visitor's on the board, and the page that it is on."""

    standing: Standing
    page: int


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The top of each open competition's leaderboard, what is being played, and what ended just now."""
    opened = access.competitions(request.user).filter(state=Competition.State.OPEN)
    tables = [top(each, HOME_ROWS) for each in opened]
    context = {"boards": tables, "feed": feed.html(), "coming": tournament_board.coming(request.user)}
    return render(request, "board/home.html", context)


@require_safe
def competition(request: HttpRequest, slug: str) -> HttpResponse:
    """A competition: its whole leaderboard by pages, and what its bots are allowed."""
    found = get_object_or_404(access.competitions(request.user), slug=slug)
    form = BoardFilter(request.GET)
    board = _board(found, form, _page(request), PAGE_ROWS)
    form.offer(boards.of(found).languages)
    context = {
        "competition": found,
        "board": board,
        "limits": found.bot_limits,
        "form": form,
        "earlier": form.address(page=board.previous),
        "later": form.address(page=board.next),
        "own": _own(found, request.user) if isinstance(request.user, User) else [],
        "rules": markup.html(found.rules_text),
        "organises": access.organises(request.user, found),
    }
    return render(request, "board/competition.html", context)


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table alone, for polling: the same for everybody, 304 while it has not changed."""
    board = _board(_seen(request.user, slug), BoardFilter(request.GET), _page(request), _size(request))
    response = HttpResponse(board.html, headers={"ETag": board.etag, "Cache-Control": "no-cache"})
    return cast(HttpResponse, get_conditional_response(request, etag=board.etag, response=response))


def _seen(visitor: Visitor, slug: str) -> Competition:
    """The competition, if the visitor may see it; for those who are not signed in asked once in FRESH_S."""
    if isinstance(visitor, User) or len(slug) > LONGEST_SLUG:
        return get_object_or_404(access.competitions(visitor), slug=slug)
    key = f"seen:{slug}"
    known: Competition | None = cache.get(key)
    if known is None:
        known = get_object_or_404(access.competitions(visitor), slug=slug)
        cache.set(key, known, FRESH_S)
    return known


def top(found: Competition, size: int) -> Board:
    """The board's upper rows, as pages show them at first."""
    return _board(found, BoardFilter(), 1, size)


def _board(found: Competition, form: BoardFilter, page: int, size: int) -> Board:
    """That page of the leaderboard, the same for all visitors for FRESH_S seconds; 404 beyond the last."""
    key = f"board:{found.pk}:{found.current_epoch}:{page}:{size}:{form.key}"
    known: Board | None = cache.get(key)
    if known is None:
        known = _made(found, form, page, size)
        cache.set(key, known, FRESH_S)
    if page > known.pages:
        raise Http404
    return known


def _made(found: Competition, form: BoardFilter, page: int, size: int) -> Board:
    field = boards.of(found)
    part = field.part(form.wanted, (page - 1) * size, size)
    context = {
        "competition": found,
        "lines": _lines(found, part.rows),
        "total": part.total,
        "filtered": part.total < field.total,
    }
    html = render_to_string("board/table.html", context)
    etag = quote_etag(hashlib.sha256(html.encode()).hexdigest()[:32])
    topic = f"board:{found.slug}:{size}" if page == 1 and not form.given else ""
    return Board(found, page, size, part.total, html, etag, form.address(page=page, size=size), topic)


def _lines(found: Competition, rows: Sequence[Row]) -> list[Line]:
    lately = trends.of_versions(found, [row.version for row in rows])
    return [Line(row, spark(lately[row.version]) if row.version in lately else None) for row in rows]


def _own(found: Competition, visitor: User) -> list[Own]:
    bots = set(access.own_bots(visitor).values_list("pk", flat=True))
    return [Own(each, 1 + (each.rank - 1) // PAGE_ROWS) for each in boards.of(found).standings(bots)]


def _page(request: HttpRequest) -> int:
    """`?page=` from 1; 404 for what is no page."""
    text = request.GET.get("page", "1")
    if not PAGE_NUMBER.fullmatch(text):
        raise Http404
    return int(text)


def _size(request: HttpRequest) -> int:
    """`?size=`, one of the two that the pages ask for."""
    return HOME_ROWS if request.GET.get("size") == str(HOME_ROWS) else PAGE_ROWS
