"""Whole tournaments in the database: matches are reported as soon as they are planned."""

from collections.abc import Sequence
from typing import Any

from ladder import results
from ladder.models import Bot, Competition, Match, Tournament, Version
from ladder.tournaments import life, running
from ladder.tournaments.course import Kind
from tests.ladder import stage

DUELS: dict[str, Any] = {"kind": Kind.ROUND_ROBIN, "players": 2}


def cup_with(bots: int, **rules: Any) -> tuple[Competition, list[Version]]:
    """An open competition and its field."""
    cup = stage.competition(**rules)
    return cup, stage.field(cup, bots)


def tournament(bots: int = 4, **terms: Any) -> Tournament:
    """A draft with a field of so many; a round robin of duels unless the terms say otherwise."""
    cup, _ = cup_with(bots)
    return life.create(cup, cup.organiser, "Saturday", **(DUELS | terms))


def running_one(bots: int = 4, **terms: Any) -> Tournament:
    """One that has just begun, its first matches planned."""
    return life.start_now(tournament(bots, **terms))


def bot_of(of: Tournament, number: int) -> Bot:
    """The bot with this number."""
    return of.entrants.select_related("bot").get(number=number).bot


def open_matches(of: Tournament) -> list[Match]:
    """Its matches that are planned and not over, in their order."""
    found = Match.objects.filter(
        tournament_game__meeting__tournament=of, state__in=("planned", "queued", "running")
    )
    return list(found.order_by("pk"))


def finish(match: Match, places: Sequence[int] | None = None, **fields: Any) -> None:
    """Report the match; without places the better seed is ahead."""
    if places is None:
        numbers = [numbers_of(match)[seat.version_id] for seat in match.seats.order_by("seat")]
        places = [1 + sum(other < own for other in numbers) for own in numbers]
    attempt = match.attempts.filter(state="sent").last() or stage.attempt(match)
    results.record(stage.report(attempt, places, **fields))


def numbers_of(match: Match) -> dict[int, int]:
    """Entrants' numbers by version; a stand-in is the weakest."""
    entrants = match.tournament_game.meeting.tournament.entrants.exclude(number=None)
    known = {entrant.version_id: entrant.number for entrant in entrants}
    return known | {entrant.stand_in_id: 99 for entrant in entrants if entrant.stand_in_id}


def play_round(of: Tournament) -> int:
    """Report all that is open, and go on; how many matches."""
    found = open_matches(of)
    for match in found:
        finish(match)
    running.advance(of.pk)
    return len(found)


def play_to_the_end(of: Tournament, steps: int = 500) -> Tournament:
    """Play until it is over (or paused)."""
    for _ in range(steps):
        running.advance(of.pk)
        of.refresh_from_db()
        if of.state != Tournament.State.RUNNING:
            return of
        play_round(of)
    raise AssertionError(f"{of} is still {of.state} after {steps} steps")


def places(of: Tournament) -> dict[int, int]:
    """Place by number."""
    return dict(of.entrants.exclude(number=None).values_list("number", "place"))
