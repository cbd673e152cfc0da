"""PettingZoo's own tests of an environment, and what they do not look at. Run by `make test-adapters`."""

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from engine import RULESETS
from engine.settings import BadOptions
from workers.adapters.pettingzoo import env, raw_env
from workers.adapters.vectors import rewards

# PettingZoo knows by name which of its own environments observe a dict.
ITS_OWN = "ignore:Observation space for each agent probably should be"
NOT_ITS_TURN = "ignore:Action mask numpy array is all zeros"


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
@pytest.mark.filterwarnings(ITS_OWN, NOT_ITS_TURN, "ignore:Observation is not a NumPy array")
def test_pettingzoo_finds_the_api_complete(ruleset: str, players: int) -> None:
    api_test(env(ruleset=ruleset, players=players), num_cycles=300, verbose_progress=False)


@pytest.mark.filterwarnings(ITS_OWN)
def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(lambda: env(ruleset="climate", players=3), num_cycles=60)


def test_it_renders_in_every_mode_that_it_names() -> None:
    render_test(lambda render_mode=None: env(render_mode=render_mode))


def played(ruleset: str, players: int, seed: int) -> raw_env:
    """A game of masked random actions, played to its end."""
    game = raw_env(ruleset=ruleset, players=players)
    game.reset(seed=seed)
    dice = np.random.default_rng(seed)
    while not game.game.over:
        (legal,) = np.nonzero(game.observe(game.agent_selection)["action_mask"])
        game.step(int(dice.choice(legal)))
    return game


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_at_the_end_all_agents_are_paid_by_their_places(ruleset: str) -> None:
    game = played(ruleset, 4, seed=5)
    assert all(game.terminations.values())
    assert list(game.rewards.values()) == rewards(game.game.result["places"])


def test_an_action_beyond_the_choices_ends_the_guarded_game() -> None:
    game = env(players=2)
    game.reset(seed=1)
    game.step(1023)
    assert all(game.terminations.values())


def test_two_games_in_a_row_differ_and_a_seed_repeats_them() -> None:
    game = raw_env(players=2)
    setups = []
    for seed in (3, None, 3, None):
        game.reset(seed=seed)
        setups.append(game.game.position()["deck"])
    assert setups[:2] == setups[2:]
    assert setups[0] != setups[1]


def test_a_number_of_players_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadOptions, match="players"):
        env(players=9)
