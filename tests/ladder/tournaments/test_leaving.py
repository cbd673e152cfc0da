"""Who comes late, leaves or is struck, in the pure part: draws stay what they were when they were made."""

from dataclasses import replace

import pytest

from ladder.tournaments import extent
from ladder.tournaments import table as tables
from ladder.tournaments.course import Course, Format, Kind, final_places, finalists, following, standings
from ladder.tournaments.pairing import NoSchedule
from ladder.tournaments.table import Game
from tests.ladder.tournaments.playing import begun, play_out


def test_a_seat_that_is_struck_leaves_the_others_in_their_order() -> None:
    game = Game((4, 5, 6), (2, 1, 2), (30, 35, 30), frozenset({2}))
    assert tables.without(game, {5}) == Game((4, 6), (1, 1), (30, 30), frozenset({1}))
    assert tables.without(game, {4, 5}) is None
    assert tables.without(game, {9}) is game


def test_who_is_gone_from_a_swiss_is_drawn_no_more_and_has_no_byes() -> None:
    whole = play_out(begun(Format(Kind.SWISS, 2, rounds=4), 8))
    left = replace(whole, played=whole.played[:2], gone={3: 2})
    tables_of_round = following(left)
    assert all(3 not in table.entrants for table in tables_of_round)
    ended = play_out(left)
    row = next(row for row in standings(ended) if row.entrant == 3)
    assert row.games == 4


def test_who_comes_late_to_a_swiss_has_no_points_for_what_was_missed() -> None:
    whole = play_out(begun(Format(Kind.SWISS, 2, rounds=3), 8))
    late = replace(whole, entrants=9, played=whole.played[:1], ratings={}, came={8: 1})
    assert next(row for row in standings(late) if row.entrant == 8).values["points"] == 0
    assert any(8 in table.entrants for table in following(late)) or len(following(late)) == 4


def test_a_draw_is_the_same_after_somebody_was_struck_later() -> None:
    whole = play_out(begun(Format(Kind.TWO_STAGE, 2, 3, 3, 4), 8))
    for number in range(len(whole.played)):
        before = replace(whole, played=whole.played[:number])
        assert following(replace(before, struck={0: len(whole.played)})) == following(before)


def test_finalists_who_are_struck_in_the_final_change_nobody_elses_seat() -> None:
    whole = play_out(begun(Format(Kind.TWO_STAGE, 2, 3, 3, 4), 8))
    best = finalists(whole)
    assert finalists(replace(whole, struck={best[0]: 5}, gone={best[0]: 5})) == best


def test_who_left_before_the_final_is_replaced_by_the_next_best() -> None:
    whole = play_out(begun(Format(Kind.TWO_STAGE, 2, 3, 3, 4), 8))
    best = finalists(whole)
    assert best[1] not in finalists(replace(whole, gone={best[1]: 3}))
    assert len(finalists(replace(whole, gone={best[1]: 3}))) == 4


def test_a_final_that_nobody_is_left_for_is_not_played() -> None:
    whole = play_out(begun(Format(Kind.TWO_STAGE, 2, 1, 3, 4), 4))
    left = replace(whole, played=whole.played[:1], gone={0: 1, 1: 1, 2: 1})
    assert following(left) == []
    assert sorted(each for group in final_places(left) for each in group) == [0, 1, 2, 3]


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("n", [2, 3, 5, 8, 13])
def test_the_extent_is_what_is_played(kind: Kind, n: int) -> None:
    form = extent.fitted(Format(kind, 2, 0, 0, 8), n, 12)
    ended = play_out(begun(form, n))
    found = extent.extent(form, n)
    assert found.rounds == len(ended.played)
    assert found.games == sum(len(outcome.games) for outcomes in ended.played for outcome in outcomes)


def test_the_games_planned_for_an_entrant_are_those_it_plays() -> None:
    for form in (Format(Kind.ROUND_ROBIN, 3), Format(Kind.GROUPS, 4, rounds=5)):
        ended = play_out(begun(form, 9))
        for row in standings(ended):
            assert extent.games_planned(form, 9, ended.seed, row.entrant) == row.games


def test_more_games_than_can_be_paid_are_refused() -> None:
    form = extent.fitted(Format(Kind.ROUND_ROBIN, 2), 100, 0)
    with pytest.raises(NoSchedule, match="found 9,900 games for 100 entrants, wanted at most 5,000"):
        extent.refuse_beyond(form, 100, 5000)


def test_a_course_without_anybody_leaving_counts_all_games() -> None:
    whole: Course = play_out(begun(Format(Kind.GROUPS, 3, rounds=2), 6))
    assert len(whole.games) == 12
