"""Plays games between simple bots: one line a game, or a trace for other engines to follow."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Catalogue
from engine.decisions import Decision
from engine.game import Game

Bot = Callable[[Decision], int]  # answers with the index of a choice


@dataclass(frozen=True)
class Simulation:
    """What to play: `games` games of `players` bots of one kind; game i has seed + i."""

    ruleset: str
    players: int
    seed: int
    games: int = 1
    bots: str = "random"
    options: Mapping[str, Any] | None = None
    catalogue: Catalogue | Mapping[str, Any] | None = None
    ask_forced: bool = False

    def start(self, number: int) -> tuple[Game, Bot]:
        """Game number `number` (from 0) at its first decision, and the bot that plays all its seats."""
        seed = self.seed + number
        game = Game.new(
            self.ruleset,
            players=self.players,
            seed=seed,
            options=self.options,
            ask_forced=self.ask_forced,
            catalogue=self.catalogue,
        )
        return game, BOTS[self.bots](seed)


def random_bot(seed: int) -> Bot:
    """Picks any choice; its own random numbers follow from the game's seed and never touch the game's."""
    rng = random.Random(f"random bot of game {seed}")
    return lambda decision: rng.randrange(decision.count)


def first_bot(seed: int) -> Bot:
    """Picks the default, which is the first choice."""
    return lambda decision: 0


BOTS: Mapping[str, Callable[[int], Bot]] = {"random": random_bot, "first": first_bot}


def summaries(simulation: Simulation) -> Iterator[str]:
    """One line a game: seed, rounds, decisions, scores and places by seat."""
    for number in range(simulation.games):
        game, bot = simulation.start(number)
        decisions = 0
        while (decision := game.decision) is not None:
            game.choose(bot(decision))
            decisions += 1
        yield _summary(simulation.seed + number, game, decisions)


def _summary(seed: int, game: Game, decisions: int) -> str:
    result = game.result
    assert result is not None
    rounds = game.position()["round"]
    scores, places = (" ".join(map(str, numbers)) for numbers in (result["scores"], result["places"]))
    return f"seed {seed}: rounds {rounds}, decisions {decisions}, scores {scores}, places {places}"


def traces(simulation: Simulation, positions: bool) -> Iterator[dict[str, Any]]:
    """The trace records of all games, one after another; `positions` adds one after each choice."""
    for number in range(simulation.games):
        game, bot = simulation.start(number)
        yield {"setup": game.replay()["setup"], "ask_forced": simulation.ask_forced}
        yield from _trace(game, bot, positions)
        yield {"result": game.result}


def _trace(game: Game, bot: Bot, positions: bool) -> Iterator[dict[str, Any]]:
    yield from _shuffles(game, 0)
    while (decision := game.decision) is not None:
        told = len(game.shuffles)
        record = _answered(decision, bot(decision))
        game.choose(record["choice"])
        yield record
        yield from _shuffles(game, told)
        if positions:
            yield {"position": game.position()}


def _answered(decision: Decision, index: int) -> dict[str, Any]:
    choices = decision.choices
    return {
        "seat": decision.seat,
        "kind": decision.kind,
        "choices": list(choices),
        "choice": choices[index],
    }


def _shuffles(game: Game, told: int) -> Iterator[dict[str, Any]]:
    return ({"shuffle": list(cards)} for cards in game.shuffles[told:])
