"""Expands the shorthand for positions into a whole position (scenarios.md, "Position shorthand")."""

import copy
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.cards import Cards, Catalogue, shipped_catalogue
from engine.rulesets import RULESETS
from engine.scenario.written import Scenario
from engine.settings import settings_for

DECK_SIZE = 50  # of a deck that is left out
FLIGHT_CARDS = 12
MADE_UP_COPY = 1001  # copy number of the first made-up food card, above those of any deck
NUMBERS = frozenset({"food", "suns", "snowflakes"})


class Stock:
    """The cards of the ruleset that stand nowhere in the position yet, in catalogue order."""

    def __init__(self, trait_cards: Sequence[str], apart: Iterable[str]) -> None:
        self._numbered = dict.fromkeys(trait_cards)  # may be taken for numbers
        self._apart = dict.fromkeys(apart)  # event and Flight cards: by id and name only

    def take(self, card: str) -> None:
        """Marks a card as used; what is no card, or used already, is the engine's to refuse."""
        self._numbered.pop(card, None)
        self._apart.pop(card, None)

    def take_lowest(self, name: str) -> str:
        """The lowest unused copy of a name; the name itself when there is none."""
        copies = [card for card in (*self._numbered, *self._apart) if _name(card) == name]
        if not copies:
            return name
        self.take(copies[0])
        return copies[0]

    def take_last(self, number: int) -> list[str]:
        """That many cards from the end of the catalogue, the last one first. Raises ValueError."""
        if number > len(self._numbered):
            raise ValueError(f"{number} unused cards are wanted, {len(self._numbered)} are left")
        return [self._numbered.popitem()[0] for _ in range(number)]

    def __len__(self) -> int:
        return len(self._numbered)


def _name(card: str) -> str:
    return re.sub(r"-\d+$", "", card)


def expanded(scenario: Scenario) -> tuple[Any, Catalogue | None]:
    """The whole position of a scenario, and the catalogue that holds its made-up food cards if it has some.

    Raises ValueError when the shorthand asks for what there is not.
    """
    if not isinstance(scenario.ruleset, str) or scenario.ruleset not in RULESETS:
        raise ValueError(f"there is no ruleset {scenario.ruleset!r}; known are {', '.join(RULESETS)}")
    ruleset = RULESETS[scenario.ruleset]
    settings = settings_for(ruleset, scenario.players, scenario.options)
    cards = shipped_catalogue().cards(ruleset, settings.substitutions)
    position = expand(scenario.position, ruleset.name, settings.players, settings.as_json(), stock_of(cards))
    return position, _catalogue(position, ruleset.name)


def stock_of(cards: Cards) -> Stock:
    """All cards of a ruleset, in catalogue order."""
    in_order = [cards.names[number] for number in cards.deck if number not in cards.events]
    return Stock(in_order, (cards.names[number] for number in (*sorted(cards.events), *cards.flight)))


def _catalogue(position: Any, ruleset: str) -> Catalogue | None:
    """Puts made-up cards in place of the objects in `food_cards`, and into a catalogue made for them."""
    food_cards = position.get("food_cards") if isinstance(position, dict) else None
    if not isinstance(food_cards, list):
        return None
    made_up = []
    for seat, numbers in enumerate(food_cards):
        if isinstance(numbers, dict) and numbers and numbers.keys() <= NUMBERS:
            card = f"carnivore-{MADE_UP_COPY + seat}"
            made_up.append({"food": 0, **numbers, "card": card, "trait": "carnivore"})
            food_cards[seat] = card
    return _with_cards(made_up, ruleset) if made_up else None


def _with_cards(made_up: list[dict[str, Any]], ruleset: str) -> Catalogue:
    shipped = shipped_catalogue().data
    section = shipped[ruleset]
    added = [*section.get("added_trait_cards", []), *made_up]
    return Catalogue.made_up({**shipped, ruleset: {**section, "added_trait_cards": added}})


def expand(given: Any, ruleset: Any, players: Any, options: Any, stock: Stock) -> Any:
    """The whole position that the shorthand `given` stands for; food cards that are objects stay objects.

    What the shorthand does not know stays as it is, for the engine to judge. Raises ValueError.
    """
    if not isinstance(given, dict):
        return given
    position = _with_defaults(copy.deepcopy(given), ruleset, players, options)
    _fly(position)
    _take_ids(position, stock)
    _take_names(position, stock)
    _take_numbers(position, stock)
    if ruleset == "flight":
        position.setdefault("flight_supply", FLIGHT_CARDS - _flight_cards_on_boards(position))
    return position


def _with_defaults(given: dict[str, Any], ruleset: Any, players: Any, options: Any) -> dict[str, Any]:
    position = {
        "ruleset": ruleset,
        "players": players,
        "options": options,
        "round": 3,
        "phase": "feeding",
        "first": 0,
        "final_round": None,
        "watering_hole": 0,
        "passes": 0,
        "reserve": [],
        "removed": [],
        "discard": [],
        "food_cards": [None] * _length(given.get("seats")),
        "seats": [],
    } | given
    position.setdefault("turn", position["first"])
    for seat in _objects(position["seats"]):
        _fill_seat(seat, ruleset)
    if ruleset == "flight":
        position.setdefault("cliff", 0)
    if ruleset == "climate":
        _fill_climate(position, players)
    return position


def _fill_seat(seat: dict[str, Any], ruleset: Any) -> None:
    for key, value in {"hand": [], "bag": 0, "species": []}.items():
        seat.setdefault(key, value)
    start = {"kind": "land", "population": 1, "body": 1, "food": 0, "fat": 0, "traits": [], "face_down": []}
    if ruleset == "flight":
        start["upkeep"] = 0
    for species in _objects(seat["species"]):
        for key, value in copy.deepcopy(start).items():
            species.setdefault(key, value)


def _fill_climate(position: dict[str, Any], players: Any) -> None:
    """The lists that say which Glacial Thaws wait and which Meteorites are out are left to the engine."""
    climate = position.setdefault("climate", {})
    if not isinstance(climate, dict):
        return
    side = "2-3" if players in (2, 3) else "4-6"
    start = {"zone": "temperate", "side": side, "cold_deck": [], "hot_deck": [], "face_up": []}
    position["climate"] = start | climate


def _fly(position: dict[str, Any]) -> None:
    """Adds a Flight card to each avian species that shows none; Flight is played first."""
    for species in _species(position):
        traits = species["traits"]
        if species["kind"] == "avian" and isinstance(traits, list) and "flight" not in _names(traits):
            traits.insert(0, "flight")


def _take_ids(position: dict[str, Any], stock: Stock) -> None:
    for cards in (*_named_lists(position), *_lists(position, ("discard", "reserve", "removed"))):
        for card in cards:
            if isinstance(card, str):
                stock.take(card)


def _take_names(position: dict[str, Any], stock: Stock) -> None:
    for cards in _named_lists(position):
        cards[:] = [
            stock.take_lowest(card) if isinstance(card, str) and card == _name(card) else card
            for card in cards
        ]


def _take_numbers(position: dict[str, Any], stock: Stock) -> None:
    for seat in _objects(position["seats"]):
        _take_number(seat, "hand", stock)
    for key in ("discard", "reserve", "removed", "deck"):
        _take_number(position, key, stock)
    if "deck" not in position:
        position["deck"] = stock.take_last(min(DECK_SIZE, len(stock)))


def _take_number(holder: dict[str, Any], key: str, stock: Stock) -> None:
    number = holder.get(key)
    if type(number) is int and number >= 0:
        holder[key] = stock.take_last(number)


def _named_lists(position: dict[str, Any]) -> Iterator[list[Any]]:
    """The lists in which a bare name stands for a card, in the order in which names are served."""
    for key in ("traits", "face_down"):
        for species in _species(position):
            yield from _lists(species, (key,))
    for seat in _objects(position["seats"]):
        yield from _lists(seat, ("hand",))
    yield from _lists(position, ("deck", "food_cards"))


def _flight_cards_on_boards(position: dict[str, Any]) -> int:
    return sum(_names(cards).count("flight") for s in _species(position) for cards in _lists(s, ("traits",)))


def _species(position: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for seat in _objects(position["seats"]):
        yield from _objects(seat["species"])


def _lists(holder: dict[str, Any], keys: Iterable[str]) -> Iterator[list[Any]]:
    return (holder[key] for key in keys if isinstance(holder.get(key), list))


def _objects(entries: Any) -> Iterator[dict[str, Any]]:
    return (entry for entry in entries if isinstance(entry, dict)) if isinstance(entries, list) else iter(())


def _names(cards: Iterable[Any]) -> list[str]:
    return [_name(str(card)) for card in cards]


def _length(entries: Any) -> int:
    return len(entries) if isinstance(entries, list) else 0
