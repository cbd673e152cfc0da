"""Whole tournaments in memory: bots of known strength, luck as Plackett-Luce has it."""

import math
import random
from dataclasses import replace

from ladder.ratings.elo import SCALE
from ladder.tournaments.course import Course, Format, Meeting, Outcome, following, games_of
from ladder.tournaments.table import Game


def begun(form: Format, n: int, seed: int = 1) -> Course:
    """A tournament without games."""
    return Course(form, n, seed, dict.fromkeys(range(n), 1500.0))


def play_out(course: Course, strengths: list[float] | None = None, seed: int = 1) -> Course:
    """The tournament at its end; without strengths the lower number always wins."""
    rng = random.Random(seed)
    while meetings := following(course):
        outcomes = tuple(_outcome(each, course.format, strengths, rng) for each in meetings)
        course = replace(course, played=(*course.played, outcomes))
    return course


def _outcome(meeting: Meeting, form: Format, strengths: list[float] | None, rng: random.Random) -> Outcome:
    games = (_game(seats, strengths, rng) for _, seats in games_of(meeting, form))
    return Outcome(meeting, tuple(games))


def _game(seats: tuple[int, ...], strengths: list[float] | None, rng: random.Random) -> Game:
    arrival = {
        entrant: rng.expovariate(1) / math.exp(strengths[entrant] / SCALE) if strengths else float(entrant)
        for entrant in seats
    }
    places = tuple(1 + sum(other < arrival[entrant] for other in arrival.values()) for entrant in seats)
    return Game(seats, places, tuple(40 - 5 * place for place in places))
