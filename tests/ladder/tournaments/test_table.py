"""Tables: points, each tie-break with its value, and what decided."""

import pytest

from ladder.tournaments import table as tables
from ladder.tournaments.table import Game, Season, table


def game(
    entrants: str, *places: int, scores: tuple[int, ...] = (), faulty: frozenset[int] = frozenset()
) -> Game:
    """Entrants as digits."""
    seated = tuple(map(int, entrants))
    return Game(seated, places or tuple(range(1, len(seated) + 1)), scores or (10,) * len(seated), faulty)


def season(*games: Game, **fields: object) -> Season:
    entrants = tuple(sorted({entrant for each in games for entrant in each.entrants}))
    return Season(entrants, games, 7, **fields)  # type: ignore[arg-type]


def order(rows: list[tables.Row]) -> list[int]:
    return [row.entrant for row in rows]


def test_points_are_the_share_of_the_others_left_behind() -> None:
    rows = table(season(game("012", 1, 2, 2), game("01")))
    assert {row.entrant: row.values["points"] for row in rows} == {0: 2.0, 1: 0.25, 2: 0.25}
    assert {row.entrant: row.games for row in rows} == {0: 2, 1: 2, 2: 1}


def test_equal_points_are_parted_by_their_own_games() -> None:
    rows = table(season(game("01"), game("12"), game("20"), game("31"), game("03"), game("23")))
    assert [(row.entrant, row.values["points"]) for row in rows[:2]] == [(2, 2.0), (0, 2.0)]
    assert (rows[0].decided_by, rows[0].values["direct"]) == ("direct", 1.0)


def test_first_places_count_after_the_direct_games() -> None:
    rows = table(season(game("023"), game("023", 3, 1, 2), game("145", 2, 1, 3), game("145", 2, 1, 3)))
    assert [
        (row.entrant, row.values["points"], row.values["first places"]) for row in rows if row.entrant < 2
    ] == [
        (0, 1.0, 1.0),
        (1, 1.0, 0.0),
    ]


def test_the_score_margin_leaves_faulty_seats_out() -> None:
    rows = table(season(game("012", 1, 2, 3, scores=(20, 10, 99), faulty=frozenset({2}))))
    assert [row.values["margin"] for row in rows] == [0.5, -0.5, 0.0]


def test_the_lower_rating_before_comes_first() -> None:
    rows = table(season(game("01", 1, 1), ratings={0: 1700.0, 1: 1500.0}))
    assert (order(rows), rows[0].decided_by, rows[1].place) == ([1, 0], "rating", 2)


def test_those_whom_only_the_lot_parts_share_their_place_and_its_order_is_fixed() -> None:
    rows = table(season(game("0123", 1, 1, 1, 1)))
    assert [row.place for row in rows] == [1, 1, 1, 1]
    assert sorted(row.values["lot"] for row in rows) == [1, 2, 3, 4]
    assert order(rows) == order(table(season(game("3210", 1, 1, 1, 1))))


def test_a_swiss_table_looks_at_the_opponents_first() -> None:
    games = [game("02"), game("13"), game("24"), game("25")]
    rows = table(season(*games), tables.SWISS)
    tied = [row for row in rows if row.entrant in (0, 1)]
    assert [(row.entrant, row.values["buchholz"]) for row in tied] == [(0, 2.0), (1, 0.0)]


def test_a_bye_counts_as_points_and_as_an_opponent_like_oneself() -> None:
    rows = table(season(game("01"), byes={1: 1}), tables.SWISS)
    by_entrant = {row.entrant: row.values for row in rows}
    assert by_entrant[1]["points"] == 1.0
    assert by_entrant[1]["buchholz"] == 2.0
    assert by_entrant[1]["buchholz cut 1"] == 1.0


def test_sonneborn_berger_sums_the_points_of_the_beaten() -> None:
    rows = table(season(game("01"), game("12"), game("02", 1, 1)))
    assert {row.entrant: row.values["sonneborn-berger"] for row in rows} == {0: 1.25, 1: 0.5, 2: 0.75}


def test_equal_sums_of_thirds_are_equal() -> None:
    rows = table(season(*[game("0123", 2, 1, 3, 4)] * 3, *[game("4567", 1, 2, 3, 4)] * 2))
    by_entrant = {row.entrant: row.values["points"] for row in rows}
    assert by_entrant[0] == by_entrant[4] == 2.0


@pytest.mark.parametrize("criteria", [tables.GROUPS, tables.SWISS])
def test_every_row_shows_every_value(criteria: tuple[tables.Criterion, ...]) -> None:
    (first, *_) = table(season(game("012")), criteria)
    assert list(first.values) == [each.name for each in criteria]
