"""The games for OpenSpiel: `pyspiel.load_game("python_evolution", {"ruleset": "base", "players": 4})`.

Importing this module registers them. Action k takes the k-th choice of the decision. All chance lies in one
chance node at the start, which picks one of `deals` seeds; docs/adapters.md says what that means.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel

from engine import Game
from workers.adapters.vectors import LARGEST, MOST_CHOICES, rewards, table_blocks

DEALS = 1000
BEFORE = "before the deal"
LONGEST_GAME = 20_000  # decisions; no game comes near it
DEFAULTS = {"ruleset": "base", "players": 4, "deals": DEALS}

GAME_TYPE = pyspiel.GameType(
    short_name="python_evolution",
    long_name="Evolution",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class EvolutionGame(pyspiel.Game):
    """A ruleset and a number of players. Raises ValueError for those that there are not."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.ruleset, self.players, self.deals = chosen["ruleset"], chosen["players"], chosen["deals"]
        self.new_game(0)
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_CHOICES,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_game(self, seed: int) -> Game:
        return Game.new(self.ruleset, players=self.players, seed=seed)

    def new_initial_state(self) -> "EvolutionState":
        return EvolutionState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "EvolutionObserver":
        return EvolutionObserver(self.new_game(0))


class Held:
    """A game that is forked where others are copied deeply."""

    def __init__(self, game: Game | None) -> None:
        self.game = game

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return Held(self.game and self.game.fork())


class EvolutionState(pyspiel.State):
    """A game at a decision; before the chance node there is none."""

    def __init__(self, game: EvolutionGame) -> None:
        super().__init__(game)
        self._rules = game
        self._held = Held(None)

    def current_player(self) -> int:
        game = self._held.game
        if game is None:
            return int(pyspiel.PlayerId.CHANCE)
        return game.decision.seat if game.decision else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is as likely as any other."""
        return [(seed, 1 / self._rules.deals) for seed in range(self._rules.deals)]

    def is_terminal(self) -> bool:
        return self._held.game is not None and self._held.game.over

    def returns(self) -> list[float]:
        game = self._held.game
        if game is None or game.result is None:
            return [0.0] * self._rules.players
        return rewards(game.result["places"])

    @property
    def game(self) -> Game | None:
        """The engine's game; None before the chance node."""
        return self._held.game

    def _legal_actions(self, player: int) -> Iterable[int]:
        decision = self.game.decision if self.game else None
        asked = decision is not None and decision.seat == player
        return list(range(min(decision.count, MOST_CHOICES))) if decision and asked else []

    def _apply_action(self, action: int) -> None:
        if self._held.game is None:
            self._held.game = self._rules.new_game(action)
        else:
            self._held.game.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        decision = self._held.game.decision if self._held.game else None
        return decision.text(action) if decision else f"deal {action}"

    def __str__(self) -> str:
        game = self._held.game
        return str(game.position()) if game else BEFORE


class EvolutionObserver:
    """What a player sees, as one tensor and as named parts of it."""

    def __init__(self, game: Game) -> None:
        blocks = table_blocks(game.view(0), 0)
        self.tensor = np.zeros(sum(map(len, blocks.values())), np.float32)
        self.dict: dict[str, np.ndarray] = {}
        start = 0
        for name, block in blocks.items():
            self.dict[name] = self.tensor[start : start + len(block)]
            start += len(block)

    def set_from(self, state: EvolutionState, player: int) -> None:
        """All zeros before the chance node."""
        self.tensor.fill(0)
        if state.game is None:
            return
        for name, block in table_blocks(state.game.view(player), player).items():
            self.dict[name][:] = np.minimum(block, LARGEST)

    def string_from(self, state: EvolutionState, player: int) -> str:
        return str(state.game.view(player)) if state.game else BEFORE


pyspiel.register_game(GAME_TYPE, EvolutionGame)
