"""Who plays whom."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from ladder import matchmaking
from ladder.matchmaking import Candidate


def candidate(version: int, **fields: float) -> Candidate:
    values = {"version": version, "camp": version, "rating": 1500.0, "games": 50, "in_flight": 0} | fields
    return Candidate(**values)  # type: ignore[arg-type]


@pytest.fixture
def rng() -> random.Random:
    return random.Random(11)


def test_the_least_played_seeds_first(rng: random.Random) -> None:
    field = [candidate(1, games=40), candidate(2, games=30), candidate(3, games=35)]
    assert [c.version for c in matchmaking.seeds(field, True, rng)] == [2, 3, 1]


def test_equally_played_bots_seed_in_random_order(rng: random.Random) -> None:
    field = [candidate(i) for i in range(4)]
    first = {matchmaking.seeds(field, True, rng)[0].version for _ in range(60)}
    assert first == {0, 1, 2, 3}


def test_a_bot_with_two_matches_in_flight_seeds_none(rng: random.Random) -> None:
    field = [candidate(1, in_flight=2, games=0), candidate(2, in_flight=1)]
    assert [c.version for c in matchmaking.seeds(field, True, rng)] == [2]


def test_newcomers_seed_only_on_their_turn_while_a_settled_bot_is_free(rng: random.Random) -> None:
    field = [candidate(1, games=0), candidate(2, games=500)]
    assert matchmaking.seeds(field, True, rng)[0].version == 1
    assert matchmaking.seeds(field, False, rng)[0].version == 2


def test_newcomers_seed_out_of_turn_when_no_settled_bot_is_free(rng: random.Random) -> None:
    field = [candidate(1, games=0), candidate(2, games=500, in_flight=2)]
    assert matchmaking.seeds(field, False, rng)[0].version == 1


def test_a_table_has_no_more_seats_than_there_are_camps() -> None:
    field = [candidate(1, camp=7), candidate(2, camp=7), candidate(3, camp=8), candidate(4, camp=9)]
    assert list(matchmaking.sizes(field, 2, 6)) == [2, 3]


def test_a_field_of_one_camp_fills_no_table() -> None:
    assert not matchmaking.sizes([candidate(1, camp=7), candidate(2, camp=7)], 2, 4)


def test_the_size_played_least_comes_next(rng: random.Random) -> None:
    assert matchmaking.size({2: 4, 3: 2, 4: 3}, range(2, 5), rng) == 3


def test_a_size_never_played_comes_before_all_others(rng: random.Random) -> None:
    assert matchmaking.size({2: 1, 3: 1}, range(2, 5), rng) == 4


def test_sizes_played_equally_often_are_drawn_at_random(rng: random.Random) -> None:
    assert {matchmaking.size({}, range(2, 7), rng) for _ in range(100)} == {2, 3, 4, 5, 6}


def test_two_bots_of_one_camp_never_meet(rng: random.Random) -> None:
    field = [candidate(i, camp=i // 2) for i in range(8)]
    for _ in range(200):
        drawn = matchmaking.opponents(field[0], field, 4, rng)
        assert drawn is not None
        assert len({0, *(c.camp for c in drawn)}) == 4


def test_a_busy_bot_is_not_drawn(rng: random.Random) -> None:
    field = [candidate(0), candidate(1, in_flight=2), candidate(2)]
    assert all(matchmaking.opponents(field[0], field, 2, rng) == [field[2]] for _ in range(50))


def test_nobody_is_drawn_when_too_few_are_free(rng: random.Random) -> None:
    field = [candidate(0), candidate(1), candidate(2, in_flight=2)]
    assert matchmaking.opponents(field[0], field, 3, rng) is None


def test_near_opponents_are_drawn_more_often_and_far_ones_still_are(rng: random.Random) -> None:
    field = [candidate(0), candidate(1, rating=1520.0), candidate(2, rating=2500.0)]
    drawn = Counter(matchmaking.opponents(field[0], field, 2, rng)[0].version for _ in range(2000))  # type: ignore[index]
    uniform = matchmaking.UNIFORM_SHARE / 2
    windowed = 1 - matchmaking.UNIFORM_SHARE
    near = matchmaking.nearness(1500, 1520)
    assert drawn[2] / 2000 == pytest.approx(uniform + windowed * 0.02 / (0.02 + near), abs=0.03)


def test_the_window_is_200_elo_wide() -> None:
    assert matchmaking.nearness(1500, 1500) == pytest.approx(1.02)
    assert matchmaking.nearness(1500, 1700) == pytest.approx(0.6065 + 0.02, abs=1e-4)
    assert matchmaking.nearness(1500, 3000) == pytest.approx(0.02, abs=1e-6)


def test_a_season_of_matches_gives_every_bot_the_same_share_of_games_and_sizes(rng: random.Random) -> None:
    field = [candidate(i, games=0, rating=1300.0 + 20 * i) for i in range(30)]
    sizes: dict[int, Counter[int]] = {i: Counter() for i in range(30)}
    for _ in range(900):
        seed = matchmaking.seeds(field, True, rng)[0]
        seats = matchmaking.size(sizes[seed.version], range(2, 5), rng)
        line_up = [seed, *(matchmaking.opponents(seed, field, seats, rng) or [])]
        for drawn in line_up:
            sizes[drawn.version][seats] += 1
            field[drawn.version] = replace(field[drawn.version], games=field[drawn.version].games + 1)
    games = [c.games for c in field]
    assert max(games) - min(games) <= 0.15 * max(games)
    for counts in sizes.values():
        assert max(counts.values()) <= 2 * min(counts.values())


def test_newcomers_seed_at_most_every_second_match_however_many_they_are(rng: random.Random) -> None:
    field = [candidate(i, games=0) for i in range(50)] + [candidate(100 + i, games=500) for i in range(2)]
    turn, newcomers = True, 0
    for _ in range(400):
        newcomers += matchmaking.seeds(field, turn, rng)[0].newcomer
        turn = not turn
    assert newcomers == 200


def test_a_newcomer_meets_most_of_the_field_not_only_its_neighbours(rng: random.Random) -> None:
    field = [candidate(i, rating=1000.0 + 10 * i) for i in range(100)]
    met = Counter(
        c.version for _ in range(400) for c in matchmaking.opponents(field[50], field, 4, rng) or []
    )
    assert len(met) >= 90
    near = sum(number for version, number in met.items() if abs(version - 50) <= 20)
    assert near / sum(met.values()) == pytest.approx(0.55, abs=0.06)
