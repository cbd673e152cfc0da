"""The rating formula: its figures, and what must hold for every game."""

import math
import random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.ratings.elo import SCALE, START, TAU, Strength, rate

strengths = st.builds(
    Strength,
    st.floats(min_value=0, max_value=3500).map(lambda x: round(x, 6)),
    st.floats(min_value=5, max_value=350).map(lambda x: round(x, 6)),
)


@st.composite
def games(draw: st.DrawFn, players: int | None = None) -> tuple[list[Strength], list[int]]:
    """A field of two to six and its places, ties among them."""
    count = players or draw(st.integers(2, 6))
    points = draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    field = draw(st.lists(strengths, min_size=count, max_size=count))
    return field, [1 + sum(other > own for other in points) for own in points]


@pytest.mark.parametrize(
    ("field", "places", "after"),
    [
        ([(1500, 350)] * 2, [1, 2], [(1662.2156, 290.2338), (1337.7844, 290.2338)]),
        (
            [(1500, 350)] * 4,
            [1, 2, 3, 4],
            [(1733.6078, 259.6026), (1577.8693, 259.6026), (1422.1307, 259.6026), (1266.3922, 259.6026)],
        ),
        (
            [(1700, 60), (1500, 350), (1450, 40), (1600, 100)],
            [2, 1, 4, 2],
            [(1695.2645, 59.0652), (1795.9247, 219.8597), (1445.7109, 39.7623), (1601.0239, 95.0740)],
        ),
        ([(1900, 40), (1400, 40)], [2, 1], [(1891.3618, 39.9962), (1408.6382, 39.9962)]),
    ],
)
def test_the_figures_of_the_design_come_out(
    field: list[tuple[float, float]], places: list[int], after: list[tuple[float, float]]
) -> None:
    got = rate([Strength(*each) for each in field], places)
    assert [(round(s.r, 4), round(s.rd, 4)) for s in got] == after


def test_results_are_rounded_to_six_decimals() -> None:
    for strength in rate([START, Strength(1650.5, 80)], [1, 2]):
        assert (strength.r, strength.rd) == (round(strength.r, 6), round(strength.rd, 6))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_equal_bots_that_tie_keep_their_ratings(players: int) -> None:
    after = rate([Strength(1480.0, 90.0)] * players, [1] * players)
    assert {strength.r for strength in after} == {1480.0}


@given(games(), st.randoms())
def test_the_order_of_the_seats_does_not_matter(
    game: tuple[list[Strength], list[int]], rng: random.Random
) -> None:
    field, places = game
    order = list(range(len(field)))
    rng.shuffle(order)
    moved = rate([field[i] for i in order], [places[i] for i in order])
    for position, i in enumerate(order):
        assert moved[position].r == pytest.approx(rate(field, places)[i].r, abs=2e-6)
        assert moved[position].rd == pytest.approx(rate(field, places)[i].rd, abs=2e-6)


@given(games())
def test_a_sole_winner_never_loses_and_a_sole_last_never_gains(
    game: tuple[list[Strength], list[int]],
) -> None:
    field, places = game
    after = rate(field, places)
    if places.count(1) == 1:
        winner = places.index(1)
        assert after[winner].r >= field[winner].r
    if places.count(max(places)) == 1:
        last = places.index(max(places))
        assert after[last].r <= field[last].r


@given(games(players=2), st.floats(min_value=5, max_value=350))
def test_a_duel_of_equal_deviations_conserves_the_sum(
    game: tuple[list[Strength], list[int]], rd: float
) -> None:
    field = [Strength(strength.r, rd) for strength in game[0]]
    after = rate(field, game[1])
    assert sum(s.r for s in after) == pytest.approx(sum(s.r for s in field), abs=3e-6)


@given(games())
def test_no_game_moves_a_rating_beyond_its_bound(game: tuple[list[Strength], list[int]]) -> None:
    field, places = game
    count = len(field)
    for before, after in zip(field, rate(field, places), strict=True):
        bound = (before.rd**2 + TAU**2) / SCALE * 3 * (count - 1) / (count + 1)
        assert abs(after.r - before.r) <= bound + 1e-6


def test_the_deviation_settles_near_24_at_four_players() -> None:
    field = [START] * 4
    for i in range(600):
        field = rate(field, [1 + (seat + i) % 4 for seat in range(4)])
    assert [round(strength.rd) for strength in field] == pytest.approx([24] * 4, abs=1)


@pytest.mark.parametrize(("players", "after_twenty"), [(2, 77), (3, 63), (4, 58), (6, 52)])
def test_twenty_games_among_equals_leave_the_deviation_of_the_design(players: int, after_twenty: int) -> None:
    own = START
    for _ in range(20):
        own = Strength(1500.0, rate([own, *[Strength(1500, 40)] * (players - 1)], [1] * players)[0].rd)
    assert own.rd == pytest.approx(after_twenty, abs=1.5)


@pytest.mark.parametrize(("field", "places"), [([START], [1]), ([START, START], [1]), ([], [])])
def test_a_game_without_opponents_or_places_is_refused(field: list[Strength], places: list[int]) -> None:
    with pytest.raises(ValueError, match="wanted two or more of each"):
        rate(field, places)


class Season:
    """200 bots of true strengths (sd 200) that play four-player games with Plackett–Luce luck."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.truth = [self.rng.gauss(1500, 200) for _ in range(200)]
        self.ratings = [START] * 200

    def play(self, games_each: int) -> None:
        for _ in range(games_each):
            order = self.rng.sample(range(200), 200)
            for i in range(0, 200, 4):
                self.game(order[i : i + 4])

    def game(self, seats: list[int]) -> None:
        luck = {bot: self.truth[bot] / SCALE - math.log(self.rng.expovariate(1)) for bot in seats}
        places = [1 + sum(luck[other] > luck[own] for other in seats) for own in seats]
        for bot, strength in zip(seats, rate([self.ratings[b] for b in seats], places), strict=True):
            self.ratings[bot] = strength

    def correlation(self) -> float:
        x, y = self.truth, [strength.r for strength in self.ratings]
        mx, my = fmean(x), fmean(y)
        cov = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True))
        return cov / math.sqrt(sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y))


def test_a_simulated_season_orders_its_bots_and_knows_its_own_error() -> None:
    season = Season(seed=4)
    season.play(25)
    assert season.correlation() >= 0.94
    season.play(75)
    assert season.correlation() >= 0.98
    shift = fmean(s.r for s in season.ratings) - fmean(season.truth)
    inside = [abs(s.r - shift - t) <= 1.96 * s.rd for s, t in zip(season.ratings, season.truth, strict=True)]
    assert 0.92 <= fmean(inside) <= 1.0


def test_a_better_new_version_is_found_within_thirty_games() -> None:
    errors = []
    for seed in range(3):
        season = Season(seed)
        season.play(60)
        shift = fmean(s.r for s in season.ratings) - fmean(season.truth)
        renewed = range(0, 200, 20)
        for bot in renewed:
            season.truth[bot] += 60
            season.ratings[bot] = season.ratings[bot].reopened()
        season.play(30)
        errors += [season.ratings[bot].r - shift - season.truth[bot] for bot in renewed]
    assert math.sqrt(fmean(error**2 for error in errors)) <= 60
