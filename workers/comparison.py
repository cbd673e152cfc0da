"""Is one version better than another? Statistics over blocks, with a test that may stop early. Pure.

A block is one deck, the same opponents, and every seat in turn; on each seat both versions play once. Its
sample is the mean difference of their points: what deck, seats and opponents have in common is taken out, and
games that share a deck are not counted as if they were independent. Points of a game: the share of the others
that the version was placed before, ties counting half.

The test is a pair of generalised sequential probability ratio tests: "no difference" against "better by DELTA
points" and against "worse by DELTA", each with the sample's own variance. It errs no more often than its two
rates say where the true difference is 0 or at least DELTA; an interval read at an early stop is a little too
narrow.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

DELTA = 0.05
FALSE_ALARM = 0.025
MISSED = 0.05
FIRST_LOOK = 6
"""Blocks before which nothing is decided: the variance is not known yet."""
IMAGINED_SQUARE = 0.02
"""Added to the sum of squares, as of one more block that differed by 0.14: equal samples prove little."""

STUDENT_975 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""97.5 % points of Student's t for 1 to 30 degrees of freedom."""
NORMAL_975 = 1.96


class Verdict(Enum):
    """What the blocks so far say of the first version."""

    BETTER = "better"
    WORSE = "worse"
    ALIKE = "alike"
    OPEN = "open"


@dataclass(frozen=True)
class Difference:
    """Points of the first version less those of the second, by block, with a 95 % interval; from -1 to 1."""

    blocks: int
    mean: float
    low: float
    high: float


def points(place: int, others: Sequence[int]) -> float:
    """The share of the others that this place is before; equal places count half. From 0 to 1."""
    return sum((place < other) + (place == other) / 2 for other in others) / len(others)


def difference(blocks: Sequence[float]) -> Difference:
    """Mean and interval of the blocks' differences; the interval is everything until there are two."""
    if not blocks:
        return Difference(0, 0.0, -1.0, 1.0)
    mean = statistics.fmean(blocks)
    if len(blocks) < 2:
        return Difference(1, mean, -1.0, 1.0)
    half = _student(len(blocks) - 1) * math.sqrt(_variance(blocks) / len(blocks))
    return Difference(len(blocks), mean, max(-1.0, mean - half), min(1.0, mean + half))


def verdict(blocks: Sequence[float], delta: float = DELTA) -> Verdict:
    """What can be decided after these blocks; OPEN while nothing can."""
    if len(blocks) < FIRST_LOOK:
        return Verdict.OPEN
    better, worse = evidence(blocks, delta), evidence([-block for block in blocks], delta)
    proven, refuted = math.log((1 - MISSED) / FALSE_ALARM), math.log(MISSED / (1 - FALSE_ALARM))
    if better >= proven:
        return Verdict.BETTER
    if worse >= proven:
        return Verdict.WORSE
    return Verdict.ALIKE if max(better, worse) <= refuted else Verdict.OPEN


def evidence(blocks: Sequence[float], delta: float = DELTA) -> float:
    """Log likelihood ratio of "better by delta" against "no difference"."""
    mean = statistics.fmean(blocks)
    return len(blocks) * delta * (2 * mean - delta) / (2 * _variance(blocks))


def _variance(blocks: Sequence[float]) -> float:
    mean = statistics.fmean(blocks)
    return (sum((block - mean) ** 2 for block in blocks) + IMAGINED_SQUARE) / (len(blocks) - 1)


def _student(freedom: int) -> float:
    return STUDENT_975[freedom - 1] if freedom <= len(STUDENT_975) else NORMAL_975 + 2.4 / freedom
