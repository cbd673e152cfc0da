"""Games whose match is void: played again, or annulled; then the tournament goes on."""

from django.db import transaction
from django.utils import timezone

from ladder import rulings, scheduling
from ladder.models import Tournament, TournamentGame, User
from ladder.refusals import Refused
from ladder.tournaments import extent, field, life, running

State = Tournament.State


def retry(game: TournamentGame, by: User) -> Tournament:
    """Play a void match again with the same seats and seeds, and let the tournament go on if it can."""
    if game.match is None:
        raise Refused("This game has no match yet.")
    with transaction.atomic():
        life.locked(game.meeting.tournament, field.UNDER_WAY, "its games are closed")
        rulings.retry(game.match, by)
    return _go_on(game)


def annul(game: TournamentGame, reason: str) -> Tournament:
    """Rule that a game whose match is void counts for nobody, and let the tournament go on if it can.

    Twice is once. Refused where an elimination would have nobody to go on.
    """
    if not reason.strip():
        raise Refused("Say why the game is annulled: the people who play read it.")
    with transaction.atomic():
        tournament = life.locked(game.meeting.tournament, field.UNDER_WAY, "its book is closed")
        game = TournamentGame.objects.select_related("match", "meeting").get(pk=game.pk)
        if not game.annulled:
            _refuse_annulment(tournament, game)
            game.annulled, game.ended = reason.strip()[:500], timezone.now()
            game.save(update_fields=["annulled", "ended"])
    return _go_on(game)


def _refuse_annulment(tournament: Tournament, game: TournamentGame) -> None:
    if game.ended is not None:
        raise Refused("This game is booked and counts; have staff rule its match void first.")
    if game.match is None or (game.match.state in scheduling.OPEN):
        raise Refused("This game is still to be played; only one whose match is void can be annulled.")
    others = game.meeting.games.filter(annulled="").exclude(pk=game.pk)
    if tournament.kind in extent.ELIMINATION and not others.exists():
        raise Refused("In an elimination somebody has to go on: have the match played again.")


def _go_on(game: TournamentGame) -> Tournament:
    """Resume after the last hindrance is gone; another one keeps it paused, with that reason."""
    tournament = Tournament.objects.get(pk=game.meeting.tournament_id)
    if tournament.state != State.PAUSED:
        running.advance(tournament.pk)
        return tournament
    try:
        return life.resume(tournament)
    except Refused as refused:
        Tournament.objects.filter(pk=tournament.pk, state=State.PAUSED).update(reason=str(refused))
        tournament.refresh_from_db()
        return tournament
