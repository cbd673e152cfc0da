"""The batch fit: what it finds in simulated seasons, and that it is what it claims to be."""

from itertools import pairwise

import choix
import numpy as np
import pytest

from ladder.ratings import fit
from ladder.ratings.log import EMPTY, Log
from ladder.ratings.stages import Stages
from tests.ladder.ratings.seasons import season


def log(*matches: tuple[list[int], list[int]]) -> Log:
    """These line-ups with these places."""
    widest = max(len(bots) for bots, _ in matches)
    bots = [[*line_up, *[EMPTY] * (widest - len(line_up))] for line_up, _ in matches]
    places = [[*each, *[0] * (widest - len(each))] for _, each in matches]
    return Log(np.array(bots), np.array(places))


def correlation(a: object, b: object) -> float:
    return float(np.corrcoef(a, b)[0, 1])  # type: ignore[call-overload]


def test_25_games_each_order_a_field_of_200() -> None:
    found = [
        (fit.fit(games, 200).ratings, truth) for truth, games in (season(200, 25, seed=s) for s in range(4))
    ]
    assert np.mean([correlation(*each) for each in found]) >= 0.95


def test_the_order_of_the_log_changes_nothing() -> None:
    _, games = season(40, 20, (2, 3, 4))
    mixed = np.random.default_rng(1).permutation(len(games))
    one, other = fit.fit(games, 40), fit.fit(Log(games.bots[mixed], games.places[mixed]), 40)
    assert np.abs(one.ratings - other.ratings).max() < 1e-6


def test_the_same_log_gives_the_same_digits() -> None:
    _, games = season(40, 20, (2, 4))
    assert fit.fit(games, 40).ratings.tolist() == fit.fit(games, 40).ratings.tolist()


def test_another_beginning_leads_to_the_same_end() -> None:
    _, games = season(40, 20)
    far = fit.fit(games, 40, np.linspace(1000, 2000, 40)).ratings
    assert np.abs(far - fit.fit(games, 40).ratings).max() < 1e-3


def test_it_agrees_with_an_independent_fit_where_that_one_applies() -> None:
    _, games = season(30, 400)
    orders = [tuple(bots[np.argsort(places)]) for bots, places in zip(games.bots, games.places, strict=True)]
    assert correlation(choix.mm_rankings(30, orders), fit.fit(games, 30).ratings) >= 0.999


def test_the_intervals_hold_what_they_promise() -> None:
    inside = []
    for seed in range(3):
        truth, games = season(100, 40, (2, 3, 4, 5, 6), seed=seed)
        found = fit.fit(games, 100)
        inside.append(np.abs(found.ratings - 1500 - truth + truth.mean()) <= 1.96 * found.errors)
    assert 0.94 <= np.mean(inside) <= 1


def test_the_gradient_and_the_curvature_are_those_of_the_likelihood() -> None:
    _, games = season(8, 30, (2, 3, 4, 5, 6), ties=True)
    stages = Stages(games, 8)
    x = np.random.default_rng(5).normal(0, 0.5, stages.parameters)
    steps = 1e-5 * np.eye(stages.parameters)
    slope = [(stages.slope(x + e).value - stages.slope(x - e).value) / 2e-5 for e in steps]
    curvature = [(stages.slope(x - e).gradient - stages.slope(x + e).gradient) / 2e-5 for e in steps]
    assert np.allclose(stages.slope(x).gradient, slope, atol=1e-6)
    assert np.allclose(stages.information(x), curvature, atol=1e-6)


def test_a_tie_counts_as_half_a_win_each() -> None:
    found = fit.fit(log(([0, 1], [1, 1]), ([1, 0], [1, 1])), 2).ratings
    assert found.tolist() == pytest.approx([1500, 1500])


def test_a_good_seat_is_found_and_not_taken_for_strength() -> None:
    _, games = season(40, 400, (4,), first_seat=60)
    seats = fit.fit(games, 40).seats
    assert [(s.players, s.seat) for s in seats] == [(4, 0), (4, 1), (4, 2), (4, 3)]
    assert seats[0].elo == pytest.approx(45, abs=2 * seats[0].error)  # against the table's average seat
    assert sum(seat.elo for seat in seats) == pytest.approx(0, abs=1e-6)


def test_winning_everything_stays_finite_and_comes_first() -> None:
    found = fit.fit(log(*[([0, 1, 2], [1, 2, 3])] * 5), 3).ratings
    assert all(better > worse for better, worse in pairwise(found))
    assert found.max() < 3000


def test_a_bot_without_games_is_in_the_middle_and_said_to_be_alone() -> None:
    found = fit.fit(log(([0, 1], [1, 2])), 3)
    assert found.ratings[2] == pytest.approx(1500)
    assert (found.group.tolist(), found.games.tolist()) == ([0, 0, 1], [1, 1, 0])


def test_groups_that_never_met_are_numbered_from_the_largest() -> None:
    games = log(([4, 5], [1, 2]), ([0, 1, 2], [1, 2, 3]), ([2, 3], [1, 2]))
    assert fit.groups(games, 7).tolist() == [0, 0, 0, 0, 1, 1, 2]


def test_a_field_too_large_for_a_matrix_comes_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    _, games = season(60, 40, (2, 3, 4), ties=True)
    whole = fit.fit(games, 60)
    monkeypatch.setattr(fit, "WHOLE", 0)
    slim = fit.fit(games, 60)
    assert np.abs(slim.ratings - whole.ratings).max() < 2  # a tenth of an error
    assert slim.errors == pytest.approx(whole.errors, rel=0.15)
    assert [seat.elo for seat in slim.seats] == pytest.approx([seat.elo for seat in whole.seats], abs=0.1)


def test_the_curvature_without_the_matrix_is_the_matrix_s() -> None:
    _, games = season(8, 30, (2, 3, 4, 5, 6), ties=True)
    stages = Stages(games, 8)
    rng = np.random.default_rng(5)
    x, along = rng.normal(0, 0.5, stages.parameters), rng.normal(size=stages.parameters)
    matrix = stages.information(x)
    assert np.allclose(stages.bend(x)(along), matrix @ along)
    assert np.allclose(stages.own_information(x), np.diag(matrix))


@pytest.mark.parametrize("bots", [0, 3])
def test_an_empty_log_leaves_everybody_in_the_middle(bots: int) -> None:
    found = fit.fit(Log(np.empty((0, 4), dtype=np.int64), np.empty((0, 4), dtype=np.int64)), bots)
    assert found.ratings.tolist() == [1500.0] * bots


def test_rank_intervals_are_narrow_where_the_gaps_are_wide() -> None:
    low, high = fit.rank_intervals(np.array([1900.0, 1500.0, 1510.0]), np.diag([100.0, 400.0, 400.0]), seed=1)
    assert (low.tolist(), high.tolist()) == ([1, 2, 2], [1, 3, 3])


@pytest.mark.parametrize("lottery", [0, 0.25, 0.5])
def test_the_share_of_luck_is_found(lottery: float) -> None:
    truth, games = season(200, 150, sd=300, lottery=lottery)
    assert fit.luck(games, fit.fit(games, 200).ratings).share == pytest.approx(lottery, abs=0.06)
    assert fit.luck(games, truth).scale == pytest.approx(400, rel=0.12)


def test_the_chance_of_winning_never_leaves_what_luck_takes() -> None:
    luck = fit.Luck(0.2, 400)
    assert luck.chance(0) == 0.5
    assert luck.chance(5000) == pytest.approx(0.9)


def test_a_bot_that_is_good_at_small_tables_is_seen() -> None:
    rng = np.random.default_rng(3)
    duels = [(rng.permutation([0, other]).tolist(), other) for other in rng.integers(1, 8, 300)]
    small = [(line_up, [1 if bot == 0 else 2 for bot in line_up]) for line_up, _ in duels]
    fours = [rng.permutation(8)[:4].tolist() for _ in range(1500)]
    big = [(line_up, (1 + np.argsort(rng.random(4))).tolist()) for line_up in fours]
    games = log(*small, *big)
    effects = {(e.bot, e.players): e for e in fit.size_effects(games, fit.fit(games, 8))}
    assert effects[0, 2].elo > 3 * effects[0, 2].error > 0
    assert effects[0, 4].elo < 0
