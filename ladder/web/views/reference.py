"""Reference ratings of a competition, and a bot's record against each opponent."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ladder import access, head_to_head, reference_board
from ladder.head_to_head import Record
from ladder.models import Competition
from ladder.reference_board import Row


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
