"""Reference ratings of a competition, and a bot's record against each opponent."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ladder import access, head_to_head, match_search, reference_board
from ladder.head_to_head import Record
from ladder.models import Bot, Competition
from ladder.reference_board import Row
from ladder.web.views import matches


@dataclass(frozen=True)
class Opponents:
    """A bot's records in one competition."""

    competition: Competition
    records: list[Record]


@require_safe
def reference(request: HttpRequest, slug: str) -> HttpResponse:
    """The last batch fit: ratings with intervals, seats, the share of luck. Nothing yet is a page, too."""
    competition = get_object_or_404(access.competitions(request.user), slug=slug)
    board = reference_board.latest(competition)
    ranked = [row for row in board.rows if row.rank is not None] if board else []
    others = [row for row in board.rows if row.rank is None] if board else []
    context = {
        "competition": competition,
        "board": board,
        "ranked": ranked,
        "others": others,
        "sizes": _sizes(ranked),
    }
    return render(request, "board/reference.html", context)


def _sizes(rows: list[Row]) -> list[int]:
    """The table sizes for which there are figures."""
    return sorted({figure.players for row in rows for figure in row.by_size})


@require_safe
def opponents(request: HttpRequest, pk: int) -> HttpResponse:
    """How the bot did against each other one, by competition."""
    bot = get_object_or_404(access.bots(request.user).select_related("owner", "team"), pk=pk)
    entered = access.competitions(request.user).filter(entries__bot=bot)
    tables = [Opponents(each, head_to_head.of_bot(bot, each)) for each in entered]
    return render(
        request,
        "bots/opponents.html",
        {"bot": bot, "owner": access.owner_name(request.user, bot), "tables": tables},
    )


@require_safe
def versus(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Two bots: their record against each other, and the matches in which both sat; `?before=` goes on."""
    seen = access.bots(request.user)
    bot, opponent = get_object_or_404(seen, pk=pk), get_object_or_404(seen.exclude(pk=pk), pk=other)
    both = match_search.of_bot(match_search.of_bot(access.listed_matches(request.user), bot), opponent)
    before = request.GET.get("before", "")
    older = (
        both.filter(pk__lt=int(before))
        if before.isascii() and before.isdecimal() and len(before) < 19
        else both
    )
    found = matches.lines(older, matches.PAGE + 1)
    context = {
        "bot": bot,
        "opponent": opponent,
        "tables": _records(bot, opponent, access.competitions(request.user)),
        "lines": found[: matches.PAGE],
        "older": found[matches.PAGE - 1].match.id if len(found) > matches.PAGE else None,
    }
    return render(request, "bots/versus.html", context)


def _records(bot: Bot, opponent: Bot, seen: QuerySet[Competition]) -> list[Opponents]:
    """The record of these two alone, in each competition where they met."""
    entered = seen.filter(entries__bot=bot)
    pairs = [
        (each, [r for r in head_to_head.of_bot(bot, each) if r.opponent == opponent.pk]) for each in entered
    ]
    return [Opponents(competition, records) for competition, records in pairs if records]
