"""One round of the peers' figures, in one process, as one JSON object (peers.py).

Each peer is used as its own documentation tells, by its fastest plain way: ask for the legal actions, take
one by the same cheap dice as in engine_round.py, apply it.
"""

import importlib
import json
import random
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

warnings.simplefilter("ignore")  # of the peers' own dependencies

TRIES = 4  # of each figure; the best one was disturbed least

Play = Callable[[int], int]  # plays so many games, returns how many decisions there were


def main() -> None:
    """Print decisions and games a second of each peer."""
    figures = {}
    for name, (play, games) in PEERS.items():
        play(1)  # imports, and whatever is made once
        rates = []
        for _ in range(TRIES):
            began = time.process_time()
            decisions = play(games)
            rates.append(decisions / (time.process_time() - began))
        figures[f"{name}: decisions/s"] = max(rates)
        figures[f"{name}: games/s"] = max(rates) * games / decisions
    print(json.dumps(figures))


def open_spiel(name: str, games: int) -> int:
    """States stepped one by one; the chances of these games are all alike, so they cost no weighing."""
    game = importlib.import_module("pyspiel").load_game(name)
    decisions = 0
    for seed in range(games):
        state, dice = game.new_initial_state(), random.Random(seed).random
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(actions[int(dice() * len(actions))])
    return decisions


def rlcard(name: str, players: int, games: int) -> int:
    """The environment stepped by action numbers."""
    settings = {"seed": 1, "game_num_players": players}
    env = importlib.import_module("rlcard").make(name, config=settings)
    dice = random.Random(1).random
    decisions = 0
    for _ in range(games):
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(dice() * len(legal))])
            decisions += 1
    return decisions


def pettingzoo(name: str, games: int, **settings: Any) -> int:
    """The AEC interface, with the action masks of its observations."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").env(**settings)
    dice = random.Random(1).random
    decisions = 0
    for seed in range(games):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(dice() * len(legal))]))
            decisions += 1
    return decisions


PEERS: dict[str, tuple[Play, int]] = {
    "OpenSpiel hearts": (partial(open_spiel, "hearts"), 60),
    "OpenSpiel backgammon": (partial(open_spiel, "backgammon"), 10),
    "RLCard uno, 4 players": (partial(rlcard, "uno", 4), 20),
    "RLCard uno, 2 players": (partial(rlcard, "uno", 2), 20),
    "PettingZoo go 9x9": (partial(pettingzoo, "go_v5", board_size=9), 2),
    "PettingZoo connect four": (partial(pettingzoo, "connect_four_v3"), 10),
}


if __name__ == "__main__":
    main()
