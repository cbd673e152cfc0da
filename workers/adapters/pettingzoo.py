"""A PettingZoo environment in which agents take turns (AEC), with masks of legal actions.

    from workers.adapters.pettingzoo import env
    game = env(ruleset="base", players=4)

Action k takes the k-th choice of the decision. An observation has `observation`, the table as the agent sees
it, `choices`, what each action would do, and `action_mask`; docs/adapters.md describes the numbers.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine import Game
from engine.report import as_text, report
from workers.adapters.vectors import (
    CHOICE_FIELDS,
    LARGEST,
    MOST_CHOICES,
    choice_numbers,
    rewards,
    table_numbers,
)

SEEDS = 2**31


def env(**settings: Any) -> AECEnv:
    """The environment with PettingZoo's usual guards: an illegal action ends the game with a reward of -1."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class raw_env(AECEnv):  # noqa: N801 - the name that PettingZoo's environments have
    """One game after another; raises ValueError for a ruleset, number of players or option that is none."""

    metadata = {
        "name": "evolution_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: str = "base",
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._new_game = partial(Game.new, ruleset, players, options=options)
        self.game = self._new_game(seed=0)
        self._random = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        numbers = len(table_numbers(self.game.view(0), 0))
        self.observation_spaces = {agent: _observation_space(numbers) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(MOST_CHOICES) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: of that seed, or of the next one that the generator brings."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game = self._new_game(seed=int(self._random.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Takes the choice of that number. Raises IllegalChoice when there is none."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.game.choose(int(action) if action is not None else -1)
        self._clear_rewards()
        if self.game.result is not None:
            self.rewards = dict(zip(self.agents, rewards(self.game.result["places"]), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat, decision = self.possible_agents.index(agent), self.game.decision
        view = self.game.view(seat)
        mask = np.zeros(MOST_CHOICES, np.int8)
        choices = np.zeros((MOST_CHOICES, len(CHOICE_FIELDS)), np.int16)
        if decision is not None and decision.seat == seat:
            rows = choice_numbers(decision.choices, view, seat)
            choices[: len(rows)] = rows
            mask[: len(rows)] = 1
        return {
            "observation": np.array(table_numbers(view, seat), np.int16),
            "action_mask": mask,
            "choices": choices,
        }

    def render(self) -> str | None:
        """The report of the game so far: returned (`ansi`) or printed (`human`)."""
        told = "\n".join(as_text(report(self.game.happenings(), self.possible_agents)))
        if self.render_mode == "ansi":
            return told
        if self.render_mode == "human":
            print(told)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _select(self) -> None:
        """The agent that is asked; after the end the first one."""
        decision = self.game.decision
        self.agent_selection = self.possible_agents[decision.seat if decision else 0]


def _observation_space(numbers: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, LARGEST, (numbers,), np.int16),
            "action_mask": spaces.Box(0, 1, (MOST_CHOICES,), np.int8),
            "choices": spaces.Box(0, LARGEST, (MOST_CHOICES, len(CHOICE_FIELDS)), np.int16),
        }
    )
