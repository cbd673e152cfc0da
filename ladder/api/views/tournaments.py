"""Tournaments: the list, one with its tables, its rounds with their games."""

import hashlib
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access
from ladder.api import asked, pages
from ladder.api.endpoint import Endpoint
from ladder.api.records import fixed
from ladder.api.schema import OBJECT, parameter, told
from ladder.models import Match, Meeting, Round, Tournament
from ladder.tournaments import board, forecast
from ladder.tournaments.board import Board, Sheet, Who

TOURNAMENT = fixed(
    "Tournament",
    "A tournament's terms, dates and state; `release`: from when hidden results are shown.",
    id=serializers.IntegerField(),
    name=serializers.CharField(),
    competition=serializers.CharField(),
    series=serializers.IntegerField(allow_null=True),
    state=serializers.CharField(),
    reason=serializers.CharField(allow_blank=True),
    format=serializers.CharField(),
    players=serializers.IntegerField(),
    rounds=serializers.IntegerField(),
    final_rounds=serializers.IntegerField(),
    finalists=serializers.IntegerField(),
    decks=serializers.IntegerField(),
    blocks=serializers.BooleanField(),
    rated=serializers.BooleanField(),
    hidden=serializers.BooleanField(),
    release=serializers.DateTimeField(allow_null=True),
    seed=serializers.IntegerField(),
    edition=serializers.IntegerField(),
    deadline=serializers.DateTimeField(allow_null=True),
    starts=serializers.DateTimeField(allow_null=True),
    started=serializers.DateTimeField(allow_null=True),
    ended=serializers.DateTimeField(allow_null=True),
)
ROUND = fixed(
    "TournamentRound",
    "A round: its tables, each with its entrants and games; those of a hidden round without results.",
    number=serializers.IntegerField(),
    began=serializers.DateTimeField(allow_null=True),
    due=serializers.DateTimeField(allow_null=True),
    ended=serializers.DateTimeField(allow_null=True),
    tables=serializers.ListField(child=serializers.DictField()),
)


class TournamentList(Endpoint):
    """`?competition=&state=`, newest first; drafts are their organisers'."""

    @told(
        TOURNAMENT,
        paged=True,
        query=[
            parameter("competition", "The slug of its competition."),
            parameter("state", "Its state.", enum=Tournament.State.values),
        ],
    )
    def get(self, request: Request) -> Response:
        """A page of those that the visitor sees."""
        given = asked.only(request, "competition", "state")
        found = access.tournaments(request.user)
        if "competition" in given:
            found = found.filter(competition=asked.competition(request, given["competition"]))
        if "state" in given:
            found = found.filter(state=asked.one_of("state", given["state"], Tournament.State.values))
        return pages.answer(request, found.select_related("competition"), facts)


class TournamentDetail(Endpoint):
    """One tournament: terms, dates, progress, field and tables, as far as they are shown."""

    @told(OBJECT)
    def get(self, request: Request, pk: int) -> Response:
        """404 for what the visitor may not see."""
        tournament = seen(request, pk)
        found = board.of(tournament, request.user)
        progress = forecast.progress(tournament)
        shown = {
            "progress": {
                "games": progress.games,
                "booked": progress.booked,
                "running": progress.running,
                "ends": progress.ends,
            },
            "key_sha256": hashlib.sha256(tournament.key.encode()).hexdigest(),
            "key": tournament.key if found.is_final else None,
            "rounds_drawn": found.drawn,
            "rounds_shown": found.rounds,
            "entrants": [_entrant(found, who) for who in found.who.values()],
            "tables": [_table(sheet) for sheet in found.sheets],
        }
        return Response(facts(tournament) | shown)


class TournamentRounds(Endpoint):
    """The rounds with their tables and games; those whose results are hidden without them."""

    @told(ROUND, paged=True)
    def get(self, request: Request, pk: int) -> Response:
        """A page of rounds, newest first."""
        asked.only(request)
        tournament = seen(request, pk)
        found = board.of(tournament, request.user)
        rounds = tournament.drawn.filter(number__lte=found.rounds)
        return pages.answer(
            request,
            rounds.prefetch_related("meetings__games__match"),
            lambda each: _round(each, each.number < found.rounds),
        )


def seen(request: Request, pk: int) -> Tournament:
    """The tournament, if the visitor may see it."""
    return get_object_or_404(access.tournaments(request.user).select_related("competition"), pk=pk)


def facts(tournament: Tournament) -> dict[str, Any]:
    """What lists say of a tournament."""
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "competition": tournament.competition.slug,
        "series": tournament.series_id,
        "state": tournament.state,
        "reason": tournament.reason,
        "format": tournament.kind,
        "players": tournament.players,
        "rounds": tournament.rounds,
        "final_rounds": tournament.final_rounds,
        "finalists": tournament.finalists,
        "decks": tournament.decks,
        "blocks": tournament.blocks,
        "rated": tournament.rated,
        "hidden": tournament.is_hidden,
        "release": tournament.release,
        "seed": tournament.seed,
        "edition": tournament.edition,
        "deadline": tournament.deadline,
        "starts": tournament.starts,
        "started": tournament.started,
        "ended": tournament.ended,
    }


def _entrant(found: Board, who: Who) -> dict[str, Any]:
    strength = found.strengths.get(who.number)
    return {
        "number": who.number,
        "bot": who.bot,
        "bot_name": who.name,
        "owner": who.owner,
        "version": who.version,
        "sha256": who.sha256,
        "rating": who.rating,
        "state": who.state,
        "reason": who.reason,
        "place": who.place,
        "strength": strength.rating if strength else None,
        "strength_half": strength.half if strength else None,
        "games_by_seat": list(found.seats.get(who.number, ())),
    }


def _table(sheet: Sheet) -> dict[str, Any]:
    return {
        "title": sheet.title,
        "criteria": [
            {"name": each.name, "meaning": each.meaning, "less_is_better": each.less_is_better}
            for each in sheet.order
        ],
        "rows": [
            {
                "place": row.place,
                "entrant": row.entrant,
                "games": row.games,
                "values": dict(row.values),
                "decided_by": row.decided_by,
            }
            for row in sheet.rows
        ],
    }


def _round(drawn: Round, with_results: bool) -> dict[str, Any]:
    meetings = sorted(drawn.meetings.all(), key=lambda meeting: meeting.pk)
    return {
        "number": drawn.number,
        "began": drawn.began,
        "due": drawn.due,
        "ended": drawn.ended,
        "tables": [_meeting(each, with_results) for each in meetings],
    }


def _meeting(meeting: Meeting, with_results: bool) -> dict[str, Any]:
    games = sorted(meeting.games.all(), key=lambda game: (game.deck, game.turn)) if with_results else []
    turned = [meeting.entrants[game.turn :] + meeting.entrants[: game.turn] for game in games]
    return {
        "key": meeting.key,
        "entrants": meeting.entrants,
        "ended": meeting.ended if with_results else None,
        "games": [
            {
                "match": game.match_id,
                "state": _state(game.match),
                "entrants": seats,
                "absent": game.absent,
                "places": game.places,
                "annulled": game.annulled,
            }
            for game, seats in zip(games, turned, strict=True)
        ],
    }


def _state(match: Match | None) -> str | None:
    return match.state if match else None
