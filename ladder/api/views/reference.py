"""Reference ratings of a competition, and a bot's record against each opponent."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access, head_to_head, reference_board
from ladder.api import asked
from ladder.api.endpoint import Endpoint
from ladder.api.records import fixed, shape
from ladder.api.schema import told
from ladder.head_to_head import Record

REFERENCE = shape("Reference", reference_board.Board, competition=serializers.CharField())
OPPONENTS = fixed(
    "Opponents",
    "A bot's record against each opponent, by competition.",
    bot=serializers.IntegerField(),
    competitions=fixed(
        "OpponentsInCompetition",
        "The opponents in one competition, most met first.",
        competition=serializers.CharField(),
        opponents=fixed(
            "Opponent",
            "Games in which both sat; `share`: points, half for equal places, 0 to 1.",
            bot=serializers.IntegerField(),
            bot_name=serializers.CharField(),
            owner=serializers.CharField(),
            games=serializers.IntegerField(),
            better=serializers.IntegerField(),
            equal=serializers.IntegerField(),
            worse=serializers.IntegerField(),
            share=serializers.FloatField(),
        )(many=True),
    )(many=True),
)


class Reference(Endpoint):
    """The last batch fit of a competition."""

    @told(REFERENCE)
    def get(self, request: Request, slug: str) -> Response:
        """`fit` is null before the first, `rank` for what is not on the board; `half`: ± 95 %, in Elo."""
        asked.only(request)
        competition = get_object_or_404(access.competitions(request.user), slug=slug)
        board = reference_board.latest(competition)
        return Response({"competition": competition.slug} | (asdict(board) if board else {"fit": None}))


class Opponents(Endpoint):
    """A bot's record against each other one, by competition."""

    @told(OPPONENTS)
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
