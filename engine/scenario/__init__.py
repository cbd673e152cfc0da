"""Scenarios: small positions, a few steps and what must then hold, written as JSON (scenarios.md)."""

from engine.game import Game
from engine.scenario.shorthand import expanded
from engine.scenario.steps import Failed, Run
from engine.scenario.written import BadScenario, Scenario, scenarios

__all__ = ["BadScenario", "Scenario", "failure", "scenarios"]


def failure(scenario: Scenario) -> str | None:
    """Runs one scenario: None when all of it holds, else `step N: what was expected, what was found`.

    Step 0 is the making of the game.
    """
    try:
        game = _game(scenario)
    except ValueError as error:
        return None if scenario.refused and str(error) else f"step 0: expected a game, found {error}"
    if scenario.refused:
        return "step 0: expected that this is refused, found a game"
    run = Run(game)
    for number, step in enumerate(scenario.steps, start=1):
        try:
            run.do(step)
        except Failed as failed:
            return f"step {number}: {failed}"
    return None


def _game(scenario: Scenario) -> Game:
    if scenario.new_seed is not None:
        return Game.new(
            scenario.ruleset,
            players=scenario.players,
            seed=scenario.new_seed,
            options=scenario.options,
            ask_forced=True,
        )
    position, catalogue = expanded(scenario)
    return Game.from_position(position, ask_forced=True, catalogue=catalogue)
