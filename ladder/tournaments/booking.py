"""The book of a tournament: what its games brought, and out of that its course so far."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone

from ladder import verdicts
from ladder.models import Entrant, Match, MatchSeat, Meeting, Result, Tournament, TournamentGame
from ladder.tournaments import course as courses
from ladder.tournaments.course import Course, Kind, Outcome
from ladder.tournaments.table import Game

DRAWN_FROM_RESULTS = (Kind.SWISS, Kind.SINGLE, Kind.DOUBLE)


def course(tournament: Tournament, rounds: int | None = None) -> Course:
    """The course of its first rounds (all that are drawn, if None) from what is booked. Three queries."""
    entrants = list(tournament.entrants.exclude(number=None).order_by("number"))
    drawn = _rounds(tournament)
    if rounds is not None:
        drawn = drawn[:rounds]
    return Course(
        format=tournament.form,
        entrants=len(entrants),
        seed=tournament.seed,
        ratings={e.number: e.rating or 0.0 for e in entrants if e.number is not None},
        played=tuple(drawn),
        came={e.number: e.came for e in entrants if e.number is not None and e.came},
        gone={e.number: e.gone for e in entrants if e.number is not None and e.gone is not None},
        struck={e.number: e.struck for e in entrants if e.number is not None and e.struck is not None},
    )


def _rounds(tournament: Tournament) -> list[tuple[Outcome, ...]]:
    games: dict[int, list[Game]] = {}
    booked = TournamentGame.objects.filter(meeting__tournament=tournament, annulled="").exclude(ended=None)
    for game in booked.select_related("meeting").order_by("meeting", "deck", "turn"):
        games.setdefault(game.meeting_id, []).append(as_game(game))
    rounds: list[list[Outcome]] = []
    for meeting in tournament.meetings.select_related("round").order_by("round__number", "pk"):
        number = meeting.round.number
        while len(rounds) <= number:
            rounds.append([])
        facts = courses.Meeting(meeting.key, number, tuple(meeting.entrants))
        rounds[number].append(Outcome(facts, tuple(games.get(meeting.pk, ()))))
    return [tuple(outcomes) for outcomes in rounds]


def as_game(game: TournamentGame) -> Game:
    """A booked game in the words of the pure part."""
    places, scores, faulty = game.places or (), game.scores or (), game.faulty or ()
    return Game(tuple(game.entrants), tuple(places), tuple(scores), frozenset(faulty))


def book(tournament: Tournament) -> list[str]:
    """Book the games that have ended; what keeps the tournament from going on, in sentences.

    Call it with the tournament's row locked. A game whose void match was retried gets the new match. What
    staff rule later is booked while no draw was made from the game; from then on it stays as it is.
    """
    _reopen_the_ruled(tournament)
    waiting = _unbooked(tournament).filter(match__state__in=(Match.State.FINISHED, Match.State.VOID))
    games = list(waiting.select_related("match", "meeting"))
    ruled = verdicts.of_matches(game.match_id for game in games if game.match_id)
    results = Result.objects.in_bulk([game.match_id for game in games if game.match_id])
    scores = _scores(games)
    hindrances = []
    for game in games:
        assert game.match is not None
        if game.match.state == Match.State.VOID or game.match.pk in ruled.out:
            hindrances += _replace_or_tell(game, game.match)
        else:
            places = ruled.corrected.get(game.match.pk, results[game.match.pk].final_places)
            _book(game, places, scores[game.match.pk])
    _end_meetings(tournament)
    return hindrances


def _unbooked(tournament: Tournament) -> Any:
    return TournamentGame.objects.filter(meeting__tournament=tournament, ended=None)


def _scores(games: Sequence[TournamentGame]) -> dict[int, list[tuple[int, str]]]:
    found: dict[int, list[tuple[int, str]]] = {}
    seats = MatchSeat.objects.filter(match__in=[game.match_id for game in games]).order_by("match", "seat")
    for match, score, fault in seats.values_list("match_id", "score", "fault"):
        found.setdefault(match, []).append((score or 0, fault))
    return found


def _book(game: TournamentGame, places: Sequence[int], seats: Sequence[tuple[int, str]]) -> None:
    """Who was absent comes last, after all who played."""
    played = iter(zip(places, seats, strict=True))
    rows = [
        (len(seats) + 1, 0, True) if entrant in game.absent else _row(next(played))
        for entrant in game.entrants
    ]
    close(game, [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])


def _row(played: tuple[int, tuple[int, str]]) -> tuple[int, int, bool]:
    place, (score, fault) = played
    return place, score, bool(fault)


def close(game: TournamentGame, places: list[int], scores: list[int], faulty: list[bool]) -> None:
    """Book a game, by seat."""
    game.places, game.scores, game.ended = places, scores, timezone.now()
    game.faulty = [seat for seat, is_faulty in enumerate(faulty) if is_faulty]
    game.save(update_fields=["places", "scores", "faulty", "ended"])


def forfeit(game: TournamentGame) -> None:
    """Book a game for which fewer than two came: who is there wins, the absent have a fault."""
    away = [entrant in game.absent for entrant in game.entrants]
    there = away.count(False)
    close(game, [1 + there if out else 1 for out in away], [0] * len(away), away)


def _replace_or_tell(game: TournamentGame, match: Match) -> list[str]:
    again = Match.objects.filter(replaces=match).first()
    if again is None:
        why = match.void_reason or "staff ruled that it does not count"
        return [f"Match {match.pk} is void: {why} Have it played again, or annul it."]
    TournamentGame.objects.filter(pk=game.pk).update(match=again)
    return []


def _reopen_the_ruled(tournament: Tournament) -> None:
    """What staff void or correct after it was booked is booked anew, as long as nothing was drawn from it."""
    ruled = TournamentGame.objects.filter(
        meeting__tournament=tournament, match__rulings__kind__in=("void", "correct"), annulled=""
    )
    games = ruled.exclude(ended=None).select_related("meeting__round").distinct()
    found = [game for game in games if not is_settled(tournament, game.meeting.round.number)]
    verdict = verdicts.of_matches(game.match_id for game in found if game.match_id)
    stale = [game for game in found if _differs(game, verdict)]
    if stale:
        TournamentGame.objects.filter(pk__in=[g.pk for g in stale]).update(ended=None, places=None)
        Meeting.objects.filter(pk__in=[g.meeting_id for g in stale]).update(ended=None)


def _differs(game: TournamentGame, verdict: verdicts.Verdicts) -> bool:
    if game.match_id in verdict.out:
        return True
    corrected = verdict.corrected.get(game.match_id or 0)
    played = [
        place
        for place, entrant in zip(game.places or (), game.entrants, strict=True)
        if entrant not in game.absent
    ]
    return corrected is not None and list(corrected) != played


def is_settled(tournament: Tournament, number: int) -> bool:
    """Whether a later round was drawn from the results of this one."""
    last = tournament.drawn.count() - 1
    if tournament.kind == Kind.TWO_STAGE:
        return number < tournament.rounds <= last
    return tournament.kind in DRAWN_FROM_RESULTS and number < last


def is_complete(tournament: Tournament) -> bool:
    """Whether all games that are drawn are booked."""
    return not _unbooked(tournament).exists()


def _end_meetings(tournament: Tournament) -> None:
    now = timezone.now()
    waiting = _unbooked(tournament).values("meeting")
    Meeting.objects.filter(tournament=tournament, ended=None).exclude(pk__in=waiting).update(ended=now)
    unfinished = Meeting.objects.filter(tournament=tournament, ended=None).values("round")
    tournament.drawn.filter(ended=None).exclude(pk__in=unfinished).update(ended=now)


def placed(tournament: Tournament, found: Course) -> list[tuple[int, list[Entrant]]]:
    """Place and entrants, best first. Who was struck, replaced or ruled out has none."""
    entrants = {
        e.number: e for e in tournament.entrants.exclude(number=None).select_related("bot", "version")
    }
    without = (Entrant.State.DISQUALIFIED, Entrant.State.REPLACED)
    places: list[tuple[int, list[Entrant]]] = []
    before = 0
    for group in courses.final_places(found):
        ranked = [entrants[i] for i in group if _is_ranked(entrants[i], without)]
        if ranked:
            places.append((before + 1, ranked))
            before += len(ranked)
    return places


def _is_ranked(entrant: Entrant, without: Iterable[str]) -> bool:
    return entrant.struck is None and entrant.state not in without
