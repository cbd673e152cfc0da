"""Golden games are played as ever; `python -m tests.engine.golden` renews them."""

import json

import pytest

from engine.rulesets import RULESETS
from engine.simulate import Simulation
from tests.engine.golden import FILE, simulations, summary
from tests.engine.rebuilding import Json

GOLDEN: dict[str, list[Json]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_has_its_golden_games(ruleset: str) -> None:
    assert len(GOLDEN[ruleset]) == len(list(simulations(ruleset)))


@pytest.mark.parametrize(
    ("simulation", "golden"),
    [
        (simulation, golden)
        for ruleset, games in GOLDEN.items()
        for simulation, golden in zip(simulations(ruleset), games, strict=True)
    ],
    ids=lambda value: (
        f"{value.ruleset}-{value.players}-{value.seed}" if isinstance(value, Simulation) else ""
    ),
)
def test_golden_game(simulation: Simulation, golden: Json) -> None:
    assert summary(simulation) == golden
