"""The course of a tournament: from entrants, format, seed and results, the next tables or the end. Pure.

Nothing is remembered between calls: a tournament that was interrupted, or that somebody doubts, is worked out
again from its results. Entrants are numbers in seed order, 0 the strongest.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

from ladder.tournaments import brackets, pairing, swiss
from ladder.tournaments import table as tables
from ladder.tournaments.brackets import Node
from ladder.tournaments.pairing import NoSchedule
from ladder.tournaments.swiss import Standing
from ladder.tournaments.table import Game, Row, Season

EDITION = 1
"""Of all that decides who meets whom; a tournament keeps the one that it was begun with."""
FEWEST_FINALISTS = 2


class Kind(StrEnum):
    """The formats."""

    ROUND_ROBIN = "round-robin"
    GROUPS = "groups"
    SWISS = "swiss"
    SINGLE = "single-elimination"
    DOUBLE = "double-elimination"
    TWO_STAGE = "groups-and-final"


@dataclass(frozen=True)
class Format:
    """How a tournament is played.

    `rounds`: of groups and Swiss; of a round robin, how often. `final_rounds`, `finalists`: of the final.
    `decks`: how often a table plays in a round. `blocks`: each deck with all turns of the seats, else once.
    """

    kind: Kind
    players: int
    rounds: int = 1
    final_rounds: int = 0
    finalists: int = 8
    decks: int = 1
    blocks: bool = True


@dataclass(frozen=True)
class Meeting:
    """A table that is to play. `key` names it within the tournament."""

    key: str
    round: int
    entrants: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """A table that has played: all its games."""

    meeting: Meeting
    games: tuple[Game, ...]


@dataclass(frozen=True)
class Course:
    """A tournament so far: how many entrants, and what is played, round by round.

    By entrant, a round: `came` (else 0) and `gone` are the first for which it is there, and no more there;
    from the draw of `struck` on none of its games counts for anybody.
    """

    format: Format
    entrants: int
    seed: int
    ratings: Mapping[int, float]
    played: tuple[tuple[Outcome, ...], ...] = ()
    came: Mapping[int, int] = field(default_factory=dict)
    gone: Mapping[int, int] = field(default_factory=dict)
    struck: Mapping[int, int] = field(default_factory=dict)

    @property
    def games(self) -> tuple[Game, ...]:
        """All games so far that count."""
        return self.counting(self.played, len(self.played))

    def counting(self, played: Sequence[Sequence[Outcome]], drawn: int) -> tuple[Game, ...]:
        """The games of these rounds as they counted when round `drawn` was drawn."""
        out = {entrant for entrant, since in self.struck.items() if since <= drawn}
        games = (game for outcomes in played for outcome in outcomes for game in outcome.games)
        if not out:
            return tuple(games)
        left = (tables.without(game, out) for game in games)
        return tuple(game for game in left if game is not None)

    def is_there(self, entrant: int, number: int) -> bool:
        """Whether the entrant takes part in this round."""
        return self.came.get(entrant, 0) <= number < self.gone.get(entrant, number + 1)


def on_budget(n: int, k: int, games_each: int, *, blocks: bool = True, finalists: int = 8) -> Format:
    """Groups with half of the games, and a final of the best with the other half: the recommended format.

    `games_each`: on average. NoSchedule where not even one round of each can be paid.
    """
    if finalists < 1:
        raise NoSchedule(f"found {finalists} finalists, wanted at least as many as sit at a table")
    a_round = k if blocks else 1
    best = min(finalists, n)
    rounds = games_each // 2 // a_round
    final_rounds = (games_each - rounds * a_round) * n // (best * a_round)
    if rounds < 1 or final_rounds < 1:
        raise NoSchedule(
            f"found {games_each} games each, wanted at least {2 * a_round} for groups and a final"
        )
    return Format(Kind.TWO_STAGE, k, rounds, final_rounds, best, blocks=blocks)


def check(form: Format, n: int) -> None:
    """NoSchedule, with a sentence for the organiser, when this many entrants cannot play this format."""
    pairing.refuse_size(n, form.players)
    if form.rounds < 1 or form.decks < 1:
        raise NoSchedule(f"found {form.rounds} rounds and {form.decks} decks, wanted at least one of each")
    if form.kind is Kind.DOUBLE and form.players != 2:
        raise NoSchedule(f"found {form.players} players a game; double elimination is for duels")
    if form.kind is Kind.SINGLE:
        brackets.advancing(form.players)
    if form.kind is Kind.ROUND_ROBIN:
        pairing.all_tables(n, form.players)
    if form.kind is Kind.TWO_STAGE:
        if form.final_rounds < 1:
            raise NoSchedule("found no final rounds, wanted at least one")
        pairing.refuse_size(min(form.finalists, n), form.players)


def following(course: Course) -> list[Meeting]:
    """The tables of the next round, once the last one is complete; none when the tournament has ended."""
    check(course.format, course.entrants)
    return _FOLLOWING[course.format.kind](course)


def games_of(meeting: Meeting, form: Format) -> list[tuple[int, tuple[int, ...]]]:
    """The games that the table plays: number of the deck, and who sits where."""
    turns = pairing.block(meeting.entrants) if form.blocks else [meeting.entrants]
    return [(deck, turn) for deck in range(form.decks) for turn in turns]


def _scheduled(course: Course, rounds: Sequence[Sequence[tuple[int, ...]]]) -> list[Meeting]:
    """Of rounds that are known from the start, the next one."""
    number = len(course.played)
    return _meetings(number, rounds[number]) if number < len(rounds) else []


def _meetings(number: int, groups: Sequence[tuple[int, ...]]) -> list[Meeting]:
    return [Meeting(f"{number}-{i}", number, group) for i, group in enumerate(groups)]


def _round_robin(course: Course) -> list[Meeting]:
    once = pairing.all_tables(course.entrants, course.format.players)
    return _scheduled(course, list(once) * course.format.rounds)


def _groups(course: Course) -> list[Meeting]:
    form = course.format
    return _scheduled(course, pairing.balanced(course.entrants, form.players, form.rounds, course.seed))


def _two_stage(course: Course) -> list[Meeting]:
    form, number = course.format, len(course.played)
    if number < form.rounds:
        return _groups(course)
    if number >= form.rounds + form.final_rounds:
        return []
    best = finalists(course)
    if len(best) < FEWEST_FINALISTS:
        return []
    seats = min(form.players, len(best))
    groups = pairing.balanced(len(best), seats, form.final_rounds, course.seed + 1)
    return _meetings(number, [tuple(best[i] for i in group) for group in groups[number - form.rounds]])


def finalists(course: Course) -> list[int]:
    """The best of the first stage that were still there at its end, in order."""
    form = course.format
    there = [row.entrant for row in first_stage(course) if course.is_there(row.entrant, form.rounds)]
    return there[: form.finalists]


def first_stage(course: Course) -> list[Row]:
    """Of groups and a final, the table of the groups, as it counted when the final was drawn."""
    rounds = course.format.rounds
    return tables.table(_season(course, course.counting(course.played[:rounds], rounds)))


def _swiss(course: Course) -> list[Meeting]:
    number = len(course.played)
    there = [i for i in range(course.entrants) if course.is_there(i, number)]
    if number >= course.format.rounds or len(there) < 2:
        return []
    points = {row.entrant: row.values["points"] for row in standings(course)}
    byes, met = _byes(course), _met(course)
    standing = [Standing(i, points[i], byes[i]) for i in there]
    made = swiss.swiss_round(standing, min(course.format.players, len(there)), met, course.seed)
    return _meetings(number, made.tables)


def _met(course: Course) -> Counter[tuple[int, int]]:
    return Counter(
        pair
        for outcomes in course.played
        for outcome in outcomes
        for pair in combinations(sorted(outcome.meeting.entrants), 2)
    )


def _byes(course: Course) -> Counter[int]:
    """Rounds for which an entrant was there and had no table."""
    byes: Counter[int] = Counter()
    for number, outcomes in enumerate(course.played):
        seated = {entrant for each in outcomes for entrant in each.meeting.entrants}
        there = (i for i in range(course.entrants) if course.is_there(i, number))
        byes.update(i for i in there if i not in seated)
    return byes


def _elimination(course: Course) -> list[Meeting]:
    results = rankings(course)
    due = brackets.to_play(bracket(course), results, course.format.players)
    return [Meeting(node.key, len(course.played), _known(node)) for node in due]


def _known(node: Node) -> tuple[int, ...]:
    return tuple(entrant for entrant in node.entrants if entrant is not None)


def bracket(course: Course) -> list[list[Node]]:
    """The bracket as far as it is decided."""
    results = rankings(course)
    if course.format.kind is Kind.DOUBLE:
        return brackets.double(course.entrants, results)
    return brackets.single(course.entrants, course.format.players, results)


def rankings(course: Course) -> dict[str, list[int]]:
    """By table, its entrants from the best; without those who were faulty in every game of it."""
    return {
        outcome.meeting.key: _ranking(course, outcome) for outcomes in course.played for outcome in outcomes
    }


def _ranking(course: Course, outcome: Outcome) -> list[int]:
    season = Season(outcome.meeting.entrants, outcome.games, course.seed, course.ratings)
    faults = Counter(game.entrants[seat] for game in outcome.games for seat in game.faulty)
    return [row.entrant for row in tables.table(season) if faults[row.entrant] < len(outcome.games)]


def standings(course: Course) -> list[Row]:
    """The table of all games so far; of a Swiss its own tie-breaks, a bye as good as winning every game."""
    if course.format.kind is not Kind.SWISS:
        return tables.table(_season(course, course.games))
    form = course.format
    a_round = form.decks * (form.players if form.blocks else 1)
    season = Season(
        tuple(range(course.entrants)),
        course.games,
        course.seed,
        course.ratings,
        byes=_byes(course),
        bye_points=float(a_round),
    )
    return tables.table(season, tables.SWISS)


def _season(course: Course, games: tuple[Game, ...]) -> Season:
    return Season(tuple(range(course.entrants)), games, course.seed, course.ratings)


def final_places(course: Course) -> list[list[int]]:
    """Entrants by place, best first, those who share one together. Of a tournament that has ended."""
    kind = course.format.kind
    if kind in (Kind.SINGLE, Kind.DOUBLE):
        return brackets.places(bracket(course), rankings(course))
    if kind is not Kind.TWO_STAGE:
        return _by_place(standings(course))
    best = finalists(course)
    others = [row for row in first_stage(course) if row.entrant not in best]
    return [*_by_place(final_table(course)), *_by_place(others)]


def final_table(course: Course) -> list[Row]:
    """Of groups and a final, the final's own table; in the order of the first stage while nothing counts."""
    best = finalists(course)
    games = course.counting(course.played[course.format.rounds :], len(course.played))
    if not games:
        return [row for row in first_stage(course) if row.entrant in best]
    return tables.table(Season(tuple(best), games, course.seed, course.ratings))


def _by_place(rows: Sequence[Row]) -> list[list[int]]:
    places: dict[int, list[int]] = {}
    for row in rows:
        places.setdefault(row.place, []).append(row.entrant)
    return list(places.values())


_FOLLOWING: dict[Kind, Callable[[Course], list[Meeting]]] = {
    Kind.ROUND_ROBIN: _round_robin,
    Kind.GROUPS: _groups,
    Kind.SWISS: _swiss,
    Kind.SINGLE: _elimination,
    Kind.DOUBLE: _elimination,
    Kind.TWO_STAGE: _two_stage,
}
