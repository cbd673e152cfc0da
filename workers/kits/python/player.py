"""Talks to the referee, so that a bot is one class with a method for each kind of question."""

import json
import sys
from typing import Any, TypedDict


class Card(TypedDict):
    trait: str
    food: int


class Species(TypedDict):
    id: str
    population: int
    body: int
    food: int
    fat: int
    traits: list[str]
    face_down: list[str] | int


class Seat(TypedDict):
    hand: list[str] | int
    bag: int
    species: list[Species]


class View(TypedDict):
    round: int
    phase: str
    watering_hole: int
    deck: int
    seats: list[Seat]


class Question(TypedDict):
    n: int
    kind: str
    choices: list[str]
    view: View
    happenings: list[dict[str, Any]]
    bank_ms: int


class Bot:
    """Override the questions that you care about: `food`, `play`, `feed`, `leaf`, `event`, `discard` …

    Each gets the question and returns one of its `choices`; without an answer of yours the first is taken.
    """

    name = "my bot"
    seat: int
    players: int
    ruleset: str
    cards: dict[str, Card]

    def start(self, game: dict[str, Any]) -> None:
        """A game begins; `game` is the referee's message. Get ready for it here."""

    def over(self, scores: list[int], places: list[int]) -> None:
        """The game has ended."""

    def choose(self, question: Question) -> str:
        """Ask the method that is called like the question's kind."""
        answer = getattr(self, question["kind"], None)
        return answer(question) if answer else question["choices"][0]

    def trait(self, card: str) -> str:
        """The trait on a card, such as `horns` on `horns-3`."""
        return self.cards[card]["trait"]

    def mine(self, view: View) -> list[Species]:
        """Your own species, from left to right."""
        return view["seats"][self.seat]["species"]


def say(text: str) -> None:
    """Write a line into the bot's log. (Standard output belongs to the referee.)"""
    print(text, file=sys.stderr, flush=True)


def run(bot: Bot) -> None:
    """Play games until the referee has no more."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            bot.seat, bot.players = message["seat"], message["players"]
            bot.ruleset, bot.cards = message["ruleset"], message["cards"]
            bot.start(message)
            answer = {"type": "ready", "name": bot.name}
        elif message["type"] == "decide":
            answer = {"type": "choose", "n": message["n"], "choice": bot.choose(message)}
        else:
            bot.over(message["scores"], message["places"])
            continue
        print(json.dumps(answer), flush=True)
