"""Reference ratings of a competition, and a bot's record against each opponent."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ladder import access, head_to_head, reference_board
from ladder.api import asked
from ladder.head_to_head import Record


class Reference(APIView):
    """The last batch fit of a competition."""

    def get(self, request: Request, slug: str) -> Response:
        """`fit` is null before the first, `rank` for what is not on the board; `half`: ± 95 %, in Elo."""
        asked.only(request)
        competition = get_object_or_404(access.competitions(request.user), slug=slug)
        board = reference_board.latest(competition)
        return Response({"competition": competition.slug} | (asdict(board) if board else {"fit": None}))


class Opponents(APIView):
    """A bot's record against each other one, by competition."""

    def get(self, request: Request, pk: int) -> Response:
        """Of the competitions that the caller may see, those that the bot is entered in."""
        asked.only(request)
        bot = get_object_or_404(access.bots(request.user), pk=pk)
        entered = access.competitions(request.user).filter(entries__bot=bot)
        tables = [
            {
                "competition": each.slug,
                "opponents": [_told(record) for record in head_to_head.of_bot(bot, each)],
            }
            for each in entered
        ]
        return Response({"bot": bot.pk, "competitions": tables})


def _told(record: Record) -> dict[str, Any]:
    return {
        "bot": record.opponent,
        "bot_name": record.name,
        "owner": record.owner,
        "games": record.games,
        "better": record.better,
        "equal": record.equal,
        "worse": record.worse,
        "share": round(record.share, 4),
    }
