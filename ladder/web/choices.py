"""Choices (protocol.md 2) in words, for a person who is to make one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engine import Decision

Cards = Mapping[str, Mapping[str, Any]]

ASKED = {
    "food": "Put a card on the watering hole",
    "play": "Play cards",
    "return": "Put cards under the deck, to draw as many",
    "event": "Play an event card",
    "leaf": "A long neck may eat before the others",
    "nest": "Where does the nest's food come from?",
    "brood": "What does the brood parasite take?",
    "feed": "Feed a species",
    "discard": "Pay with a card",
}
GROUPS = {
    "end": "Enough",
    "trait": "Play a trait",
    "replace": "Replace a trait",
    "species": "A new species",
    "avian": "A new avian species",
    "population": "Let a population grow",
    "body": "Let a body grow",
    "remove": "Take a trait off",
    "feed": "Eat plants",
    "attack": "Attack",
    "intelligence": "Use Intelligence",
    "nocturnal": "By night",
}
SOURCES = {"hole": "from the watering hole", "cliff": "from the cliff", "bank": "from the bank"}


@dataclass(frozen=True)
class Option:
    """A choice as the engine knows it, and in words."""

    choice: str
    words: str


@dataclass(frozen=True)
class Group:
    """Choices of one kind, under a name."""

    name: str
    options: list[Option]


@dataclass(frozen=True)
class Question:
    """What is asked, and all legal choices in groups."""

    words: str
    groups: list[Group]


def question(decision: Decision, cards: Cards) -> Question:
    """The decision as a person reads it; choices stay in the engine's order within their groups."""
    asked = ASKED.get(decision.kind, decision.kind.capitalize())
    first = sorted(decision.choices, key=lambda choice: choice.split()[0] == "end")  # stopping comes last
    groups = [
        Group(GROUPS.get(verb, ""), [Option(choice, in_words(choice, cards)) for choice in choices])
        for verb, choices in groupby(first, key=lambda choice: choice.split()[0])
    ]
    return Question(asked, groups)


def in_words(choice: str, cards: Cards) -> str:
    """The choice as a short sentence; one that is not known stays as it is."""
    verb, *rest = choice.split()
    if verb == "nocturnal":
        return f"{in_words(' '.join(rest), cards)}, by night"
    teller = TELLERS.get(verb)
    return teller(rest, cards) if teller else choice


def card(name: str, cards: Cards) -> str:
    """`Horns (+3)`: the trait, and the food that the card is worth."""
    food = cards[name].get("food") if name in cards else None
    return trait(name.rpartition("-")[0]) + ("" if food is None else f" ({food:+d})").replace("-", "−")


def trait(name: str) -> str:
    """`Fat Tissue` of `fat-tissue`."""
    return name.replace("-", " ").title()


def _food(rest: Sequence[str], cards: Cards) -> str:
    return card(rest[0], cards)


def _end(rest: Sequence[str], cards: Cards) -> str:
    return "End here"


def _replace(rest: Sequence[str], cards: Cards) -> str:
    old, new, species = rest
    return f"{card(new, cards)} on {species}, in place of {card(old, cards)}"


def _attack(rest: Sequence[str], cards: Cards) -> str:
    attacker, target, *more = rest
    marks = dict(zip(more[::2], more[1::2], strict=True))
    text = f"{attacker} attacks {target}"
    if "ambushing" in marks:
        text += f", ambushing {trait(marks['ambushing'])}"
    if "ignoring" in marks:
        text += f", paying a card each to ignore {', '.join(map(trait, marks['ignoring'].split(',')))}"
    return text


def _feed(rest: Sequence[str], cards: Cards) -> str:
    return f"{rest[0]} eats {SOURCES[rest[1] if len(rest) > 1 else 'hole']}"


def _dive_bomb(rest: Sequence[str], cards: Cards) -> str:
    name, species, *more = rest
    if more[0] == "attack":
        return f"{card(name, cards)}: {_attack([species, *more[1:]], cards)}"
    return f"{card(name, cards)}: {species} eats {SOURCES[more[0]]}"


Teller = Callable[[Sequence[str], Cards], str]
TELLERS: dict[str, Teller] = {
    "food": _food,
    "end": _end,
    "trait": lambda rest, cards: f"{card(rest[0], cards)} on {rest[1]}",
    "replace": _replace,
    "species": lambda rest, cards: f"On the {rest[1]}, for {card(rest[0], cards)}",
    "avian": lambda rest, cards: f"On the {rest[1]}, for {card(rest[0], cards)} and one more",
    "population": lambda rest, cards: f"{rest[1]} for {card(rest[0], cards)}",
    "body": lambda rest, cards: f"{rest[1]} for {card(rest[0], cards)}",
    "remove": lambda rest, cards: card(rest[0], cards),
    "return": _food,
    "discard": _food,
    "dive-bomb": _dive_bomb,
    "seed-dispersal": _food,
    "leaf": lambda rest, cards: f"{rest[0]} eats, by {trait(rest[1])}",
    "nest": lambda rest, cards: SOURCES[rest[0]].capitalize(),
    "brood": lambda rest, cards: "Plant food" if rest[0] == "plant" else "Meat",
    "feed": _feed,
    "attack": _attack,
    "intelligence": lambda rest, cards: f"{rest[0]} eats for {card(rest[1], cards)}",
}
