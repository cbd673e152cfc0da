"""Swiss rounds: no rematch while it can be avoided, equal points meet, byes go round."""

import random
from collections import Counter
from itertools import combinations

import pytest

from ladder.tournaments.pairing import NoSchedule, sizes
from ladder.tournaments.swiss import Standing, SwissRound, swiss_round


def tournament(
    n: int, k: int, rounds: int, seed: int = 1
) -> tuple[list[SwissRound], Counter[tuple[int, int]]]:
    """Played by chance: a table's winner gets a point."""
    rng = random.Random(seed)
    points, byes, met = Counter[int](), Counter[int](), Counter[tuple[int, int]]()
    made = []
    for _ in range(rounds):
        field = [Standing(i, points[i], byes[i]) for i in range(n)]
        made.append(swiss_round(field, k, met, seed))
        for table in made[-1].tables:
            met.update(combinations(sorted(table), 2))
            points[rng.choice(table)] += 1
        for entrant in made[-1].byes:
            points[entrant] += 1
            byes[entrant] += 1
    return made, met


@pytest.mark.parametrize("n", range(2, 34))
def test_no_duel_is_repeated_while_that_can_be_avoided(n: int) -> None:
    possible = n - 1 if n % 2 == 0 else n
    _, met = tournament(n, 2, min(possible, 7))
    assert max(met.values()) == 1


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_everybody_has_one_seat_or_a_bye_in_every_round(k: int) -> None:
    for n in range(k, 34):
        made, _ = tournament(n, k, 4)
        for each in made:
            seated = [entrant for table in each.tables for entrant in table]
            assert sorted([*seated, *each.byes]) == list(range(n))
            assert sorted(map(len, each.tables)) == sorted(sizes(n, k))


@pytest.mark.parametrize("n", [5, 9, 21])
def test_nobody_has_a_second_bye_before_everybody_has_had_one(n: int) -> None:
    made, _ = tournament(n, 2, min(n, 8))
    byes = [entrant for each in made for entrant in each.byes]
    assert len(byes) == len(set(byes))


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    made = swiss_round([Standing(i, 0) for i in range(8)], 2, {}, seed=1)
    assert [tuple(sorted(table)) for table in made.tables] == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_equal_points_meet() -> None:
    field = [Standing(i, float(i < 4)) for i in range(8)]
    made = swiss_round(field, 2, {(0, 1): 1, (4, 5): 1}, seed=1)
    assert all((one < 4) == (other < 4) for one, other in made.tables)


def test_rematches_are_taken_in_when_there_is_nothing_else() -> None:
    met = Counter(combinations(range(4), 2))
    made = swiss_round([Standing(i, 0) for i in range(4)], 2, met, seed=1)
    assert len(made.tables) == 2


def test_pods_put_the_leaders_together_and_avoid_former_pods() -> None:
    first = swiss_round([Standing(i, 0) for i in range(16)], 4, {}, seed=1)
    met = Counter(pair for table in first.tables for pair in combinations(sorted(table), 2))
    field = [Standing(i, float(any(i == min(table) for table in first.tables))) for i in range(16)]
    second = swiss_round(field, 4, met, seed=1)
    leaders = {each.entrant for each in field if each.points}
    assert set(second.tables[0]) == leaders
    assert max((met + Counter(p for t in second.tables for p in combinations(sorted(t), 2))).values()) <= 2


def test_the_same_round_comes_out_again() -> None:
    field = [Standing(i, i % 3) for i in range(11)]
    assert swiss_round(field, 2, {}, seed=4) == swiss_round(field, 2, {}, seed=4)


def test_a_field_that_fills_no_table_is_refused() -> None:
    with pytest.raises(NoSchedule, match="found 1 entrants"):
        swiss_round([Standing(0, 0)], 2, {}, seed=1)
