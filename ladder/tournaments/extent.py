"""How large a tournament becomes: its format fitted to the field, and its rounds and games. Pure."""

import math
from dataclasses import dataclass, replace

from ladder.tournaments import pairing
from ladder.tournaments.course import (
    Course,
    Format,
    Kind,
    Meeting,
    Outcome,
    check,
    following,
    games_of,
    on_budget,
)
from ladder.tournaments.pairing import NoSchedule
from ladder.tournaments.table import Game

FIXED = (Kind.ROUND_ROBIN, Kind.GROUPS)
ELIMINATION = (Kind.SINGLE, Kind.DOUBLE)


@dataclass(frozen=True)
class Extent:
    """Rounds and games in all. Of an elimination about so many: double faults and second finals differ."""

    rounds: int
    games: int


def fitted(form: Format, n: int, games_each: int) -> Format:
    """The format with what the field decides filled in; NoSchedule where n entrants cannot play it."""
    pairing.refuse_size(n, form.players)
    a_round = form.decks * (form.players if form.blocks else 1)
    if form.kind is Kind.TWO_STAGE and not (form.rounds and form.final_rounds):
        budget = on_budget(
            n, form.players, games_each // form.decks, blocks=form.blocks, finalists=form.finalists
        )
        form = replace(budget, decks=form.decks)
    elif form.kind is Kind.GROUPS and not form.rounds:
        form = replace(form, rounds=max(1, games_each // a_round))
    elif form.kind is Kind.SWISS and not form.rounds:
        form = replace(form, rounds=max(1, math.ceil(math.log2(n))))
    elif not form.rounds:
        form = replace(form, rounds=1)
    form = replace(form, finalists=min(form.finalists, n))
    check(form, n)
    return form


def extent(form: Format, n: int) -> Extent:
    """Rounds and games of a fitted format with n entrants."""
    if form.kind in ELIMINATION:
        return _played_out(form, n)
    if form.kind is Kind.ROUND_ROBIN:
        once = pairing.all_tables(n, form.players)
        games = sum(_games(form, len(table)) for tables in once for table in tables)
        return Extent(len(once) * form.rounds, games * form.rounds)
    games = form.rounds * _round(form, n, form.players)
    if form.kind is not Kind.TWO_STAGE:
        return Extent(form.rounds, games)
    final = form.final_rounds * _round(form, form.finalists, min(form.players, form.finalists))
    return Extent(form.rounds + form.final_rounds, games + final)


def refuse_beyond(form: Format, n: int, most_games: int) -> Extent:
    """The extent; NoSchedule when that is more games than may be played."""
    found = extent(form, n)
    if found.games > most_games:
        raise NoSchedule(
            f"found {found.games:,} games for {n} entrants, wanted at most {most_games:,}; play fewer "
            "rounds, fewer decks or another format"
        )
    return found


def games_planned(form: Format, n: int, seed: int, entrant: int) -> int:
    """How many games of the rounds that are known from the start the entrant has."""
    if form.kind is Kind.ROUND_ROBIN:
        rounds = list(pairing.all_tables(n, form.players)) * form.rounds
    else:
        rounds = list(pairing.balanced(n, form.players, form.rounds, seed))
    return sum(_games(form, len(table)) for tables in rounds for table in tables if entrant in table)


def _round(form: Format, n: int, k: int) -> int:
    return sum(_games(form, size) for size in pairing.sizes(n, k))


def _games(form: Format, seats: int) -> int:
    return form.decks * (seats if form.blocks else 1)


def _played_out(form: Format, n: int) -> Extent:
    """An elimination in which the better seed always wins."""
    course, games = Course(form, n, 0, {}), 0
    while meetings := following(course):
        games += sum(len(games_of(each, form)) for each in meetings)
        course = replace(course, played=(*course.played, tuple(_won_by_seed(each) for each in meetings)))
    return Extent(len(course.played), games)


def _won_by_seed(meeting: Meeting) -> Outcome:
    order = sorted(meeting.entrants)
    places = tuple(1 + order.index(each) for each in meeting.entrants)
    return Outcome(meeting, (Game(meeting.entrants, places, tuple(0 for _ in places)),))
