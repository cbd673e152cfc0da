"""Many matches rated at once come out as one by one, to the last digit."""

import numpy as np
import pytest

from ladder.ratings import bulk
from ladder.ratings.elo import START, rate
from ladder.ratings.log import Log


def log(field: int, matches: int, seed: int) -> Log:
    """Random matches of two to six bots, ties among them; empty seats at the end."""
    rng = np.random.default_rng(seed)
    bots = np.array([rng.permutation(field)[:6] for _ in range(matches)])
    sizes = rng.integers(2, 7, matches)
    bots[np.arange(6) >= sizes[:, None]] = -1
    points = rng.integers(0, 4, bots.shape)
    places = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    return Log(bots, places)


def one_by_one(field: int, matches: Log) -> tuple[list[float], list[float]]:
    strengths = [START] * field
    for bots, places in zip(matches.bots.tolist(), matches.places.tolist(), strict=True):
        seated = [bot for bot in bots if bot >= 0]
        after = rate([strengths[bot] for bot in seated], places[: len(seated)])
        for bot, strength in zip(seated, after, strict=True):
            strengths[bot] = strength
    return [s.r for s in strengths], [s.rd for s in strengths]


@pytest.mark.parametrize("field", [6, 40, 900])
def test_a_log_in_bulk_leaves_the_very_same_ratings_as_match_by_match(field: int) -> None:
    matches = log(field, 1500, seed=field)
    r, rd = np.full(field, START.r), np.full(field, START.rd)
    bulk.rate_all(r, rd, matches)
    assert (r.tolist(), rd.tolist()) == one_by_one(field, matches)


def test_each_match_tells_the_ratings_that_the_one_before_left() -> None:
    matches = Log(np.array([[0, 1, -1], [2, 1, 0]]), np.array([[1, 2, 0], [1, 2, 3]]))
    r, rd = np.full(3, START.r), np.full(3, START.rd)
    changes = bulk.rate_all(r, rd, matches)
    assert changes.r_before[1].tolist() == [1500.0, changes.r_after[0, 1], changes.r_after[0, 0]]
    assert (changes.r_after[1].tolist(), changes.rd_after[1].tolist()) == (
        [r[2], r[1], r[0]],
        [rd[2], rd[1], rd[0]],
    )


def test_what_may_round_either_way_is_left_to_the_one_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counting(field: list[object], places: list[int]) -> list[object]:
        asked.append(len(field))
        return list(rate(field, places))  # type: ignore[arg-type]

    matches = log(40, 200, seed=2)
    monkeypatch.setattr(bulk, "DOUBTFUL", 1.0)
    monkeypatch.setattr(bulk.elo, "rate", counting)
    r, rd = np.full(40, START.r), np.full(40, START.rd)
    bulk.rate_all(r, rd, matches)
    assert len(asked) == 200
    assert (r.tolist(), rd.tolist()) == one_by_one(40, matches)


def test_an_empty_log_changes_nothing() -> None:
    r, rd = np.full(2, START.r), np.full(2, START.rd)
    empty = np.empty((0, 4), dtype=np.int64)
    assert bulk.rate_all(r, rd, Log(empty, empty)).r_after.shape == (0, 4)
    assert r.tolist() == [1500.0, 1500.0]
