"""A bot's record: what its games say of it."""

import pytest

from ladder import leaderboards, records
from ladder.models import Bot, Competition, Version
from ladder.ratings.fold import fold_all
from ladder.records import Record
from tests.ladder import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


def played(cup: Competition, line_up: list[Version], places: list[int], faulty: int | None = None) -> None:
    match = stage.counted(cup, line_up, places)
    for seat, place in enumerate(places):
        fault = "exited" if seat == faulty else ""
        match.seats.filter(seat=seat).update(final_place=place, fault=fault)
    fold_all()


def record(bot: Bot, cup: Competition) -> Record:
    return records.of_bot(bot, leaderboards.rating_history(bot, cup))


def test_games_are_counted_by_players_and_by_seat(cup: Competition) -> None:
    own, *others = stage.field(cup, 4)
    played(cup, [own, others[0]], [1, 2])
    played(cup, [others[0], own], [1, 2])
    played(cup, [own, *others], [2, 1, 3, 4])
    found = record(own.bot, cup)
    assert [(t.label, t.games, t.wins, t.beaten) for t in found.by_players] == [
        ("2 players", 2, 1, 50),
        ("4 players", 1, 0, 67),
    ]
    assert [(t.label, t.games, t.wins) for t in found.by_seat] == [("seat 0", 2, 1), ("seat 1", 1, 0)]
    assert found.games == 3


def test_a_tie_is_no_win_and_counts_half(cup: Competition) -> None:
    own, other, third = stage.field(cup, 3)
    played(cup, [own, other], [1, 1])
    played(cup, [own, other, third], [1, 1, 3])
    found = record(own.bot, cup)
    assert [(t.label, t.wins, t.beaten) for t in found.by_players] == [
        ("2 players", 0, 50),
        ("3 players", 0, 75),
    ]


def test_the_worst_games_come_first_by_what_they_cost_and_the_best_by_what_they_gave(
    cup: Competition,
) -> None:
    own, other = stage.field(cup, 2)
    for places in ([1, 2], [2, 1], [2, 1]):
        played(cup, [own, other], places)
    found = record(own.bot, cup)
    assert [game.change > 0 for game in found.best] == [True]
    losses = [game.change for game in found.worst]
    assert losses == sorted(losses)
    assert all(change < 0 for change in losses)
    assert len(losses) == 2


def test_faults_are_counted_by_kind(cup: Competition) -> None:
    own, other = stage.field(cup, 2)
    played(cup, [own, other], [2, 1], faulty=0)
    played(cup, [own, other], [1, 2], faulty=1)
    assert record(own.bot, cup).faults == [("exited", 1)]


def test_a_bot_that_has_not_played_has_an_empty_record(cup: Competition) -> None:
    found = record(stage.field(cup, 1)[0].bot, cup)
    assert (found.games, found.by_players, found.best, found.worst) == (0, [], [], [])
