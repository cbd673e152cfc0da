"""One round of the engine's figures, in one process, as one JSON object; the benches run several.

The times are the processor's, so that what else the machine does disturbs less. Whichever engine is imported
is measured: the pure one, or a compiled one that stands earlier on the path.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from engine import RULESETS, Game
from engine.form import FORM

GAMES = 6
TRIES = 4  # of each figure; the best one was disturbed least
PLAYERS = (2, 4, 6)
CALLS = 60
MIDDLE = 100  # decisions from the start to the position whose view, fork, … are timed


def main() -> None:
    """Print the figures: decisions and games a second, and microseconds for single calls."""
    _games("base", 4, by_index)  # the first games of a process also fill the tables of trait combinations
    figures: dict[str, Any] = {"form": FORM}
    for ruleset in RULESETS:
        for players in PLAYERS:
            games, decisions = _games(ruleset, players, by_index)
            figures[f"{ruleset} {players}: decisions/s by index"] = decisions
            figures[f"{ruleset} {players}: games/s"] = games
        figures[f"{ruleset} 4: decisions/s by text"] = _games(ruleset, 4, by_text)[1]
    figures |= {f"µs {name}": _microseconds(call) for name, call in _calls().items()}
    print(json.dumps(figures))


def by_index(game: Game, dice: Callable[[], float]) -> int:
    """Plays to the end, as a bot that looks at the number of choices; how many decisions there were."""
    decisions = 0
    while (decision := game.decision) is not None:
        game.choose(int(dice() * decision.count))
        decisions += 1
    return decisions


def by_text(game: Game, dice: Callable[[], float]) -> int:
    """The same for a bot that reads all choices and answers with one."""
    decisions = 0
    while (decision := game.decision) is not None:
        choices = decision.choices
        game.choose(choices[int(dice() * len(choices))])
        decisions += 1
    return decisions


def _games(
    ruleset: str, players: int, play: Callable[[Game, Callable[[], float]], int]
) -> tuple[float, float]:
    """Games and decisions a second, set-up included, over the same seeds each time: the best of the tries."""
    seconds = []
    for _ in range(TRIES):
        decisions = 0
        began = time.process_time()
        for seed in range(GAMES):
            decisions += play(Game.new(ruleset, players=players, seed=seed), random.Random(seed).random)
        seconds.append(time.process_time() - began)
    return GAMES / min(seconds), decisions / min(seconds)


def _calls() -> dict[str, Callable[[], object]]:
    """What is timed in the middle of a base game of four."""
    game = Game.new("base", players=4, seed=3)
    dice = random.Random(1)
    for _ in range(MIDDLE):
        assert game.decision is not None
        game.choose(int(dice.random() * game.decision.count))
    position = game.position()
    return {
        "new game": lambda: Game.new("base", players=4, seed=3),
        "view": lambda: game.view(1),
        "position": game.position,
        "fork": game.fork,
        "fork and choices": lambda: game.fork().decision.choices,  # type: ignore[union-attr]
        "fork and choose": lambda: game.fork().choose(0),
        "determinize": lambda: game.determinize(1, seed=5),
        "from_position": lambda: Game.from_position(position),
    }


def _microseconds(call: Callable[[], object]) -> float:
    seconds = []
    for _ in range(TRIES):
        began = time.process_time()
        for _ in range(CALLS):
            call()
        seconds.append(time.process_time() - began)
    return min(seconds) / CALLS * 1e6


if __name__ == "__main__":
    sys.exit(main())
