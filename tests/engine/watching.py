"""Plays random games and shows each step and each happening to watchers, which say what must always hold."""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import methodcaller
from typing import ClassVar

from engine import Game
from tests.engine.rebuilding import Happening, Json, Rebuilt

Style = Callable[[random.Random, Sequence[str]], int]


@dataclass(frozen=True)
class Plan:
    """A random game that can be played again: the same plan gives the same game."""

    ruleset: str
    players: int
    seed: int
    style: str = "random"
    options: str = "{}"  # as JSON text

    def game(self, *, ask_forced: bool = True) -> Game:
        options = json.loads(self.options)
        return Game.new(
            self.ruleset, players=self.players, seed=self.seed, options=options, ask_forced=ask_forced
        )


@dataclass(frozen=True)
class Step:
    """One answered decision: the positions before and after it, and what happened in between."""

    before: Json
    seat: int
    kind: str
    choices: tuple[str, ...]
    choice: str
    happenings: tuple[Happening, ...]
    told: Json  # the position as it must be by the happenings
    after: Json


class Watcher:
    """Something that must always hold. A new one watches each game; `about` says what it is."""

    about: ClassVar[str]

    def begin(self, plan: Plan, setup: Json) -> None:
        """Before the first deal."""

    def happening(self, board: Rebuilt, h: Happening) -> None:
        """One happening; `board` stands as it was before it."""

    def step(self, game: Game, step: Step) -> None:
        """One choice was made; `game` stands after it."""

    def end(self, game: Game) -> None:
        """The game is over."""


def play(plan: Plan, watchers: Iterable[Watcher]) -> dict[str, str]:
    """Plays the planned game; the complaints of the watchers by what they are about, first ones only."""
    watching = Watching(plan, watchers)
    watching.play()
    return watching.complaints


class Watching:
    def __init__(self, plan: Plan, watchers: Iterable[Watcher]) -> None:
        self.watchers = list(watchers)
        self.complaints: dict[str, str] = {}
        self.plan = plan
        self.game = plan.game()
        self.rng = random.Random(f"answers {plan.seed}")
        self.board = Rebuilt(self.game.replay()["setup"])
        self.told = 0
        self.shuffles = 0

    def play(self) -> None:
        self.tell(methodcaller("begin", self.plan, self.board.position))
        self.show_happenings(self.news())
        before = self.game.position()
        while (decision := self.game.decision) is not None:
            choices = decision.choices
            choice = choices[STYLES[self.plan.style](self.rng, choices)]
            asked = decision.seat, decision.kind, choices
            self.game.choose(choice)
            after = self.game.position()
            news = self.news()
            self.show_happenings(news)
            step = Step(before, *asked, choice, news, self.board.position, after)
            self.tell(methodcaller("step", self.game, step))
            before = after
        self.tell(methodcaller("end", self.game))

    def news(self) -> tuple[Happening, ...]:
        """What happened since last asked; a shuffle with the order that it brought."""
        happenings = self.game.happenings(since=self.told)
        self.told += len(happenings)
        for happening in happenings:
            if happening["h"] == "shuffled":
                happening["order"] = list(self.game.shuffles[self.shuffles])
                self.shuffles += 1
        return tuple(happenings)

    def show_happenings(self, happenings: Sequence[Happening]) -> None:
        for happening in happenings:
            self.tell(methodcaller("happening", self.board, happening))
            self.board.apply(happening)

    def tell(self, show: Callable[[Watcher], None]) -> None:
        """A watcher that has complained is not asked again."""
        for watcher in self.watchers:
            if watcher.about in self.complaints:
                continue
            try:
                show(watcher)
            except AssertionError as complaint:
                self.complaints[watcher.about] = f"{self.plan}, after {self.told} happenings: {complaint}"


def _random(rng: random.Random, choices: Sequence[str]) -> int:
    return rng.randrange(len(choices))


def _first(rng: random.Random, choices: Sequence[str]) -> int:
    return 0


def _preferring(*words: str) -> Style:
    """Mostly a choice that begins with one of the words, where there is one."""

    def pick(rng: random.Random, choices: Sequence[str]) -> int:
        liked = [number for number, choice in enumerate(choices) if choice.startswith(words)]
        return rng.choice(liked) if liked and rng.random() < 0.9 else rng.randrange(len(choices))

    return pick


STYLES: dict[str, Style] = {
    "random": _random,
    "first": _first,
    "hunter": _preferring("trait carnivore", "attack", "body", "trait"),
    "breeder": _preferring("species", "trait fertile", "trait long-neck", "population", "feed"),
    "thinker": _preferring("trait intelligence", "trait carnivore", "intelligence", "attack", "trait"),
}
