"""Ratings beside well-kept libraries, in one run: our Elo and openskill, our batch fit and choix.

Times are processor seconds; ratios are medians over alternating rounds. `--large` adds the fit of 1,000 bots
over 1,000,000 matches and a million matches in bulk.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import TypeVar

import choix
import numpy as np
from openskill.models import PlackettLuce

from ladder.ratings import bulk, fit
from ladder.ratings.elo import START, Strength, rate
from ladder.ratings.log import Log
from tests.ladder.ratings.seasons import season

T = TypeVar("T")

ROUNDS = 9
GAMES = 300


def main(arguments: list[str]) -> int:
    """Print the figures as JSON."""
    figures: dict[str, object] = {}
    for players in (2, 4, 6):
        figures |= _per_match(players)
    figures |= _in_bulk(100_000, 200_000) | _in_bulk(1000, 50_000) | _batch()
    if "--large" in arguments:
        figures |= _large()
    print(json.dumps(figures))
    return 0


def _per_match(players: int) -> dict[str, object]:
    """One match at a time, 60 bots, both with what they keep of each bot."""
    rng = np.random.default_rng(players)
    games = [rng.permutation(60)[:players].tolist() for _ in range(GAMES)]
    places = list(range(1, players + 1))
    model = PlackettLuce()

    def ours() -> None:
        strengths = [START] * 60
        for bots in games:
            for bot, strength in zip(bots, rate([strengths[b] for b in bots], places), strict=True):
                strengths[bot] = strength

    def theirs() -> None:
        ratings = [[model.rating()] for _ in range(60)]
        for bots in games:
            for bot, rating in zip(bots, model.rate([ratings[b] for b in bots], ranks=places), strict=True):
                ratings[bot] = rating

    own, ratio = _compared(ours, theirs)
    return {
        f"Elo, {players} players, µs": round(own / GAMES * 1e6, 1),
        f"openskill / ours, {players} players": round(ratio, 1),
    }


def _in_bulk(bots: int, matches: int) -> dict[str, object]:
    """Four players, random opponents; openskill rates a sample of the log, whose time is scaled up."""
    log = _random_log(bots, matches)
    model = PlackettLuce()
    table = [[model.rating()], [model.rating(mu=28)], [model.rating(mu=22)], [model.rating(sigma=4)]]

    def ours() -> None:
        bulk.rate_all(np.full(bots, START.r), np.full(bots, START.rd), log)

    def theirs() -> None:
        for _ in range(GAMES):
            model.rate(table, ranks=[1, 2, 3, 4])

    own, ratio = _compared(ours, theirs)
    name = f"bulk, {bots:,} bots"
    return {
        f"{name}, µs a match": round(own / matches * 1e6, 2),
        f"openskill / ours, {name}": round(ratio * matches / GAMES, 1),
    }


def _random_log(bots: int, matches: int) -> Log:
    rng = np.random.default_rng(1)
    line_ups = np.sort(rng.integers(0, bots - 4, (matches, 4)), axis=1) + np.arange(4)  # no bot twice
    return Log(rng.permuted(line_ups, axis=1), np.tile(np.arange(1, 5), (matches, 1)))


def _batch() -> dict[str, object]:
    _, log = season(200, 40)
    orders = [tuple(bots[np.argsort(places)]) for bots, places in zip(log.bots, log.places, strict=True)]
    own, ratio = _compared(lambda: fit.fit(log, 200), lambda: choix.ilsr_rankings(200, orders, alpha=1e-3), 3)
    _, mm_ratio = _compared(lambda: fit.fit(log, 200), lambda: choix.mm_rankings(200, orders, alpha=1e-3), 3)
    return {
        "batch fit, 200 bots, 2,000 matches, s": round(own, 2),
        "choix ilsr / ours": round(ratio, 2),
        "choix mm / ours": round(mm_ratio, 2),
    }


def _large() -> dict[str, object]:
    _, log = season(1000, 4000, (4,))
    fit_s, (wall, fitted) = _timed(lambda: _wall(lambda: fit.fit(log, 1000)))
    bulk_s, _ = _timed(lambda: bulk.rate_all(np.full(1000, START.r), np.full(1000, START.rd), log))
    matches = len(log)
    return {
        f"batch fit, 1,000 bots, {matches:,} matches, CPU s": round(fit_s, 1),
        "the same, s": round(wall, 1),
        "steps": fitted.steps,
        f"Elo in bulk, 1,000 bots, {matches:,} matches, s": round(bulk_s, 1),
        "Elo one by one, 20,000 of them, s": round(_timed(lambda: _one_by_one(log))[0], 2),
    }


def _one_by_one(log: Log) -> None:
    strengths: list[Strength] = [START] * 1000
    for bots, places in zip(log.bots[:20_000].tolist(), log.places[:20_000].tolist(), strict=True):
        for bot, strength in zip(bots, rate([strengths[b] for b in bots], places), strict=True):
            strengths[bot] = strength


def _compared(
    ours: Callable[[], object], theirs: Callable[[], object], rounds: int = ROUNDS
) -> tuple[float, float]:
    """Our median time, and the median of the ratios theirs / ours, in turns."""
    times = [(_timed(ours)[0], _timed(theirs)[0]) for _ in range(rounds)]
    return statistics.median(own for own, _ in times), statistics.median(their / own for own, their in times)


def _timed(act: Callable[[], T]) -> tuple[float, T]:
    began = time.process_time()
    done = act()
    return time.process_time() - began, done


def _wall(act: Callable[[], T]) -> tuple[float, T]:
    began = time.perf_counter()
    done = act()
    return time.perf_counter() - began, done


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
