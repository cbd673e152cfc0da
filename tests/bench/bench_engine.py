"""Games and decisions a second of the engine with random players, one core, each ruleset at 2, 4, 6 players.

The figures are medians of several runs over the same seeds; a loop of plain Python beside them tells how fast
the machine was in the same minutes.
"""

import json
import random
import statistics
import time
from collections.abc import Callable

from engine import RULESETS, Game

RUNS = 5
GAMES = 12
PLAYERS = (2, 4, 6)
LOOPS = 200_000


def main() -> None:
    """Print the figures as one JSON object."""
    figures: dict[str, float] = {"plain Python loop, million steps a second": round(_median(_loop) / 1e6, 1)}
    for ruleset in RULESETS:
        for players in PLAYERS:
            rates = [_rates(ruleset, players) for _ in range(RUNS)]
            games, decisions = (statistics.median(each) for each in zip(*rates, strict=True))
            figures[f"{ruleset}, {players} players, games a second"] = round(games)
            figures[f"{ruleset}, {players} players, decisions a second"] = round(decisions)
    print(json.dumps(figures))


def _median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(RUNS))


def _loop() -> float:
    began = time.perf_counter()
    total = 0
    for step in range(LOOPS):
        total += step & 7
    return LOOPS / (time.perf_counter() - began)


def _rates(ruleset: str, players: int) -> tuple[float, float]:
    """Games and decisions a second over the same seeds each time."""
    decisions = 0
    began = time.perf_counter()
    for seed in range(GAMES):
        decisions += _play(Game.new(ruleset, players=players, seed=seed), random.Random(seed))
    seconds = time.perf_counter() - began
    return GAMES / seconds, decisions / seconds


def _play(game: Game, dice: random.Random) -> int:
    decisions = 0
    while (decision := game.decision) is not None:
        game.choose(int(dice.random() * decision.count))
        decisions += 1
    return decisions


if __name__ == "__main__":
    main()
