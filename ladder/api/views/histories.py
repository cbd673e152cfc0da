"""A bot over time: its ratings match by match, and its record by players, seats and faults."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access, leaderboards, records
from ladder.api import asked
from ladder.api.endpoint import Endpoint
from ladder.api.records import fixed, shape
from ladder.api.schema import parameter, told
from ladder.leaderboards import Point
from ladder.models import Bot, Competition

WHERE = parameter("competition", "The slug of a competition; may be left out where the bot is in one only.")
RATINGS = fixed(
    "RatingHistory",
    "A bot's ratings in a competition, oldest first: the last 500 matches, all its versions.",
    bot=serializers.IntegerField(),
    competition=serializers.CharField(),
    points=shape("RatingPoint", Point)(many=True),
)
GAME = fixed(
    "RecordedGame",
    "A match that moved the rating much.",
    match=serializers.IntegerField(),
    version=serializers.IntegerField(),
    seat=serializers.IntegerField(),
    players=serializers.IntegerField(),
    place=serializers.IntegerField(),
    change=serializers.FloatField(),
    fault=serializers.CharField(allow_blank=True),
)
RECORD = fixed(
    "BotRecord",
    "How a bot fares in a competition: over the matches of its rating history.",
    bot=serializers.IntegerField(),
    competition=serializers.CharField(),
    games=serializers.IntegerField(),
    by_players=shape("TallyByPlayers", records.Tally)(many=True),
    by_seat=shape("TallyBySeat", records.Tally)(many=True),
    faults=serializers.DictField(child=serializers.IntegerField()),
    best=GAME(many=True),
    worst=GAME(many=True),
)


class Ratings(Endpoint):
    """A bot's ratings in a competition, match by match."""

    @told(RATINGS, query=[WHERE])
    def get(self, request: Request, pk: int) -> Response:
        """Oldest first; the last 500 matches."""
        bot, competition = _asked_for(request, pk)
        points = [asdict(point) for point in leaderboards.rating_history(bot, competition)]
        return Response({"bot": bot.pk, "competition": competition.slug, "points": points})


class BotRecord(Endpoint):
    """How a bot fares in a competition by players and by seat, its faults, its best and worst games."""

    @told(RECORD, query=[WHERE])
    def get(self, request: Request, pk: int) -> Response:
        """Over the matches of its rating history."""
        bot, competition = _asked_for(request, pk)
        found = records.of_bot(bot, leaderboards.rating_history(bot, competition))
        return Response(
            {
                "bot": bot.pk,
                "competition": competition.slug,
                "games": found.games,
                "by_players": [asdict(tally) for tally in found.by_players],
                "by_seat": [asdict(tally) for tally in found.by_seat],
                "faults": dict(found.faults),
                "best": [_game(game) for game in found.best],
                "worst": [_game(game) for game in found.worst],
            }
        )


def _asked_for(request: Request, pk: int) -> tuple[Bot, Competition]:
    given = asked.only(request, "competition")
    bot = get_object_or_404(access.bots(request.user), pk=pk)
    if "competition" in given:
        return bot, asked.competition(request, given["competition"])
    entered = list(access.competitions(request.user).filter(entries__bot=bot)[:2])
    if len(entered) != 1:
        found = "several competitions" if entered else "no competition"
        raise ValidationError({"competition": f"Found {bot.name} in {found}; say which one is meant."})
    return bot, entered[0]


def _game(game: records.Game) -> dict[str, Any]:
    return {
        "match": game.point.match,
        "version": game.point.version,
        "seat": game.seat,
        "players": game.players,
        "place": game.place,
        "change": game.change,
        "fault": game.fault,
    }
