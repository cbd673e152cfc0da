"""Golden games: what some games were when last looked at. A change here is a change of rules.

`python -m tests.engine.golden` plays them again and writes `games.json`.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from engine.rulesets import RULESETS
from engine.simulate import Simulation, traces
from tests.engine.rebuilding import Json

FILE = Path(__file__).parent / "games.json"


def simulations(ruleset: str) -> Iterator[Simulation]:
    """One game for each number of players, and one in quick play where two may play so."""
    for players in range(2, 7):
        yield Simulation(ruleset, players, seed=100 + players, ask_forced=True)
    if ruleset != "forum":
        yield Simulation(ruleset, 2, seed=200, options={"quick_play": True}, ask_forced=True)
        yield Simulation(ruleset, 4, seed=201, options={"quick_play": True}, ask_forced=True)


def summary(simulation: Simulation) -> Json:
    """What is kept of a game: some figures to read, and the hash of its whole trace with positions."""
    digest = hashlib.sha256()
    for record in traces(simulation, positions=True):
        digest.update(json.dumps(record, sort_keys=True).encode())
        last = record
        if "position" in record:
            rounds = record["position"]["round"]
    return {
        "players": simulation.players,
        "options": dict(simulation.options or {}),
        "seed": simulation.seed,
        "rounds": rounds,
        "scores": last["result"]["scores"],
        "places": last["result"]["places"],
        "trace": digest.hexdigest(),
    }


def all_summaries() -> dict[str, list[Json]]:
    return {ruleset: [summary(simulation) for simulation in simulations(ruleset)] for ruleset in RULESETS}
