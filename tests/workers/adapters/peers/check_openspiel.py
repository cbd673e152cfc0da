"""OpenSpiel's random simulation, which checks a game's interface. Run by `make test-adapters`."""

import pyspiel
import pytest

import workers.adapters.openspiel  # noqa: F401 - registers the game
from engine import RULESETS


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
@pytest.mark.parametrize("players", [2, 5])
def test_openspiel_plays_random_games(ruleset: str, players: int) -> None:
    game = pyspiel.load_game("python_evolution", {"ruleset": ruleset, "players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def opened(seed: int) -> pyspiel.State:
    state = pyspiel.load_game("python_evolution", {"players": 2}).new_initial_state()
    state.apply_action(seed)
    return state


def test_a_clone_goes_on_by_itself() -> None:
    state = opened(7)
    before = str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[-1])
    assert str(state) == before != str(twin)
    state.apply_action(state.legal_actions()[-1])
    assert str(state) == str(twin)


def test_the_game_ends_with_returns_that_add_up_to_nothing() -> None:
    state = opened(3)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == pytest.approx(0)


def test_the_actions_are_the_choices() -> None:
    state = opened(3)
    player = state.current_player()
    assert state.action_to_string(player, 0).startswith("food ")
    assert len(state.observation_tensor(player)) == len(state.observation_tensor(1 - player))
