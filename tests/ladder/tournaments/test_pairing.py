"""Schedules made at once: for every number of entrants and every table size."""

from collections import Counter
from itertools import combinations

import pytest

from ladder.tournaments import pairing
from ladder.tournaments.pairing import NoSchedule, balanced, block, circle, meetings, sizes

SIZES = [2, 3, 4, 5, 6]
FIELDS = range(2, 34)


@pytest.mark.parametrize("n", FIELDS)
def test_in_a_round_robin_of_duels_everybody_meets_everybody_once(n: int) -> None:
    rounds = circle(n)
    assert meetings(rounds) == Counter(combinations(range(n), 2))
    assert len(rounds) == (n - 1 if n % 2 == 0 else n)
    for tables in rounds:
        seated = [entrant for table in tables for entrant in table]
        assert len(seated) == len(set(seated)) == n - n % 2


@pytest.mark.parametrize("n", FIELDS)
def test_first_seats_of_duels_differ_by_one_at_most(n: int) -> None:
    first = Counter(table[0] for tables in circle(n) for table in tables)
    counts = [first[entrant] for entrant in range(n)]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("k", [3, 4, 5, 6])
def test_a_round_robin_of_tables_has_every_set_once(k: int) -> None:
    for n in range(k, 11):
        rounds = pairing.all_tables(n, k)
        assert sorted(sorted(table) for tables in rounds for table in tables) == [
            list(each) for each in combinations(range(n), k)
        ]
        for tables in rounds:
            seated = [entrant for table in tables for entrant in table]
            assert len(seated) == len(set(seated))


def test_a_round_robin_that_nobody_could_pay_for_is_refused() -> None:
    with pytest.raises(NoSchedule, match="32 entrants at tables of 4 has 35,960 tables"):
        pairing.all_tables(32, 4)


@pytest.mark.parametrize("k", SIZES)
def test_group_sizes_are_k_and_one_less_and_leave_nobody_out_if_that_can_be(k: int) -> None:
    for n in range(k, 34):
        made = sizes(n, k)
        assert set(made) <= ({k, k - 1} if k > 2 else {2})
        possible = any(a * k + b * (k - 1) == n for a in range(n) for b in range(n)) if k > 2 else n % 2 == 0
        assert (sum(made) == n) == possible
        assert n - sum(made) < k


@pytest.mark.parametrize("k", SIZES)
@pytest.mark.parametrize("n", FIELDS)
def test_balanced_groups_seat_everybody_equally_often(n: int, k: int) -> None:
    if n < k:
        with pytest.raises(NoSchedule, match=f"found {n} entrants"):
            balanced(n, k, 3, seed=1)
        return
    rounds = balanced(n, k, 6, seed=1, swaps=300)
    played = Counter(entrant for tables in rounds for table in tables for entrant in table)
    byes = [6 - played[entrant] for entrant in range(n)]
    assert max(byes) - min(byes) <= 1
    for tables in rounds:
        seated = [entrant for table in tables for entrant in table]
        assert len(seated) == len(set(seated))
        assert sorted(map(len, tables)) == sorted(sizes(n, k))


@pytest.mark.parametrize(("n", "k", "rounds"), [(16, 4, 5), (12, 3, 11), (32, 4, 31)])
def test_pairs_meet_almost_equally_often(n: int, k: int, rounds: int) -> None:
    met = meetings(balanced(n, k, rounds, seed=1, swaps=150_000))
    counts = [met[pair] for pair in combinations(range(n), 2)]
    assert max(counts) - min(counts) <= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "k", "rounds"), [(64, 4, 63), (36, 6, 21), (30, 5, 29), (24, 4, 23), (128, 4, 40)]
)
def test_pairs_of_large_fields_meet_almost_equally_often(n: int, k: int, rounds: int) -> None:
    met = meetings(balanced(n, k, rounds, seed=1))
    counts = [met[pair] for pair in combinations(range(n), 2)]
    assert max(counts) - min(counts) <= 2


def test_16_entrants_at_tables_of_4_meet_exactly_once_in_5_rounds() -> None:
    met = meetings(balanced(16, 4, 5, seed=1, swaps=150_000))
    assert met == Counter(combinations(range(16), 2))


def test_the_same_seed_gives_the_same_schedule_and_another_one_another() -> None:
    assert balanced(12, 4, 5, seed=1, swaps=500) == balanced(12, 4, 5, seed=1, swaps=500)
    assert balanced(12, 4, 5, seed=1, swaps=500) != balanced(12, 4, 5, seed=2, swaps=500)


def test_in_a_block_everybody_sits_once_on_every_seat() -> None:
    games = block((7, 3, 9, 1))
    assert all(sorted(seat) == [1, 3, 7, 9] for seat in zip(*games, strict=True))


@pytest.mark.parametrize("k", [1, 7])
def test_a_table_size_that_is_no_game_is_refused(k: int) -> None:
    with pytest.raises(NoSchedule, match="wanted 2 to 6"):
        balanced(12, k, 3, seed=1)


def test_no_rounds_are_refused() -> None:
    with pytest.raises(NoSchedule, match="found 0 rounds"):
        balanced(12, 4, 0, seed=1)
