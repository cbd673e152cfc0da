"""The statistics of comparing two versions."""

import random
from collections import Counter

import pytest

from workers import comparison
from workers.comparison import Verdict, difference, points, verdict


def test_points_are_the_share_of_the_others_that_one_is_before() -> None:
    assert points(1, [2, 3, 4]) == 1
    assert points(2, [1, 2, 4]) == pytest.approx(0.5)
    assert points(4, [1, 2, 3]) == 0


def test_the_interval_is_everything_until_there_are_two_blocks() -> None:
    assert (difference([]).low, difference([0.5]).high) == (-1, 1)


def test_the_interval_is_student_s_with_the_block_as_the_unit() -> None:
    found = difference([0.1, 0.3, 0.2, 0.4])
    assert found.mean == pytest.approx(0.25)
    spread = ((0.05 + 0.02) / 3 / 4) ** 0.5  # the sum of squares, and the imagined one
    assert found.high - found.mean == pytest.approx(3.182 * spread)


def test_nothing_is_decided_before_the_first_look() -> None:
    assert verdict([1.0] * (comparison.FIRST_LOOK - 1)) is Verdict.OPEN


def test_winning_every_block_is_better_and_losing_every_one_is_worse() -> None:
    assert verdict([0.5] * 6) is Verdict.BETTER
    assert verdict([-0.5] * 6) is Verdict.WORSE


def test_the_same_program_twice_is_alike_in_the_end() -> None:
    assert verdict([0.0] * 40) is Verdict.ALIKE


@pytest.mark.parametrize(
    ("true", "wanted", "at_least"),
    [(0.0, Verdict.ALIKE, 0.9), (0.05, Verdict.BETTER, 0.9), (-0.1, Verdict.WORSE, 0.9)],
)
def test_the_sequential_test_keeps_its_error_rates(true: float, wanted: Verdict, at_least: float) -> None:
    rng = random.Random(7)
    verdicts = Counter(_decided(true, rng) for _ in range(150))
    assert verdicts[wanted] >= at_least * 150


def _decided(true: float, rng: random.Random) -> Verdict:
    """The verdict of one sequential run with blocks of the usual spread, looking after every block."""
    blocks: list[float] = []
    while len(blocks) < 600:
        blocks.append(max(-1.0, min(1.0, rng.gauss(true, 0.2))))
        found = verdict(blocks)
        if found is not Verdict.OPEN:
            return found
    return Verdict.OPEN
