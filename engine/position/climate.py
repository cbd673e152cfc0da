"""Writes and loads the Climate board of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.climate.board import DECKS, SIDES, ZONES, ClimateSet
from engine.climate.event import OUT, WAITING
from engine.climate.events import EVENTS
from engine.climate.state import Climate
from engine.position.reading import (
    BadPosition,
    needed,
    read_list,
    read_number,
    read_object,
    read_word,
)
from engine.setup import side_for
from engine.showing import shown

if TYPE_CHECKING:
    from engine.table import Table

KEYS = (
    *("zone", "side", "cold_deck", "hot_deck", "face_up", "waiting", "out"),
    *("glacial_thaw", "meteorite", "wildfire", "volcano"),
)


def save_climate(climate: Climate) -> dict[str, Any]:
    cards = climate.set.cards
    return {
        "zone": climate.set.zone_name(climate.zone),
        "side": climate.side,
        "cold_deck": [cards[number].name for number in climate.decks["cold"]],
        "hot_deck": [cards[number].name for number in climate.decks["hot"]],
        "face_up": [_face_up(climate, number) for number in climate.face_up],
        "waiting": [cards[number].name for number in climate.waiting],
        "out": [cards[number].name for number in climate.out],
        "glacial_thaw": len(climate.waiting),
        "meteorite": bool(climate.out),
        "wildfire": climate.wildfire,
        "volcano": None if climate.volcano is None else climate.set.zone_name(climate.volcano),
    }


def _face_up(climate: Climate, number: int) -> dict[str, Any]:
    card = climate.set.cards[number]
    return {"card": card.name, "event": card.event, "zone": climate.set.zone_name(card.zone)}


def load_climate(table: Table, climate_set: ClimateSet, saved: object) -> Climate:
    """The board; what is left out lies nowhere. Raises BadPosition."""
    board = read_object("climate", saved, KEYS)
    side = read_word("climate.side", board.get("side", side_for(len(table.players))), tuple(SIDES))
    climate = Climate(climate_set, side)
    climate.zone = ZONES.index(read_word("climate.zone", needed("climate", board, "zone"), ZONES))
    cards = EventReader(climate_set)
    for name in DECKS:
        climate.decks[name] = cards.read_deck(f"climate.{name}_deck", board.get(f"{name}_deck", []), name)
    climate.face_up = _load_face_up(climate_set, cards, board.get("face_up", []))
    climate.waiting = _load_waiting(cards, board)
    climate.out = _load_out(cards, board)
    climate.wildfire = read_number("climate.wildfire", board.get("wildfire", 0), 0)
    volcano = board.get("volcano")
    if volcano is not None:
        climate.volcano = ZONES.index(read_word("climate.volcano", volcano, ZONES))
    return climate


class EventReader:
    """Turns event card names into numbers; every card may stand once."""

    def __init__(self, climate_set: ClimateSet) -> None:
        self._set = climate_set
        self._found: dict[int, str] = {}

    def read(self, place: str, name: object) -> int:
        number = self._set.number.get(name) if isinstance(name, str) else None
        if number is None:
            raise BadPosition(f"{place}: there is no climate event card {shown(name)}")
        if number in self._found:
            raise BadPosition(f"{place}: {name} stands at {self._found[number]} too")
        self._found[number] = place
        return number

    def read_deck(self, place: str, names: object, deck: str) -> list[int]:
        numbers = []
        for i, name in enumerate(read_list(place, names)):
            number = self.read(f"{place}[{i}]", name)
            if self._set.cards[number].deck != deck:
                raise BadPosition(f"{place}[{i}]: {name} is not of the {deck} deck")
            numbers.append(number)
        return numbers

    def read_going(self, place: str, names: object, goes: str) -> list[int]:
        """Cards of the event that goes to this place."""
        numbers = []
        for i, name in enumerate(read_list(place, names)):
            number = self.read(f"{place}[{i}]", name)
            if EVENTS[self._set.cards[number].event].goes != goes:
                raise BadPosition(f"{place}[{i}]: {name} is of another event")
            numbers.append(number)
        return numbers

    def lowest_free(self, place: str, goes: str, count: int) -> list[int]:
        """Cards of the event that goes there, where a position gives only their number."""
        free = [
            number
            for number, card in enumerate(self._set.cards)
            if EVENTS[card.event].goes == goes and number not in self._found
        ]
        if count > len(free):
            raise BadPosition(f"{place}: there are only {len(free)} such cards, not {count}")
        self._found.update(dict.fromkeys(free[:count], place))
        return free[:count]


def _load_face_up(climate_set: ClimateSet, cards: EventReader, saved: object) -> list[int]:
    entries = read_list("climate.face_up", saved)
    if len(entries) > len(DECKS):
        raise BadPosition(f"climate.face_up: at most {len(DECKS)} events, not {len(entries)}")
    numbers = []
    for i, entry in enumerate(entries):
        place = f"climate.face_up[{i}]"
        facts = read_object(place, entry, ("card", "event", "zone"))
        number = cards.read(place, needed(place, facts, "card"))
        card = climate_set.cards[number]
        if facts.get("event", card.event) != card.event:
            raise BadPosition(f"{place}.event: {card.name} is {card.event}, not {shown(facts['event'])}")
        if facts.get("zone", ZONES[card.zone]) != ZONES[card.zone]:
            raise BadPosition(f"{place}.zone: {card.name} lies at {ZONES[card.zone]}")
        numbers.append(number)
    return numbers


def _load_waiting(cards: EventReader, board: Mapping[str, Any]) -> list[int]:
    """The list of Glacial Thaws rules; without it their number stands for the lowest free copies."""
    count = read_number("climate.glacial_thaw", board.get("glacial_thaw", 0), 0)
    if "waiting" not in board:
        return cards.lowest_free("climate.glacial_thaw", WAITING, count)
    waiting = cards.read_going("climate.waiting", board["waiting"], WAITING)
    if "glacial_thaw" in board and count != len(waiting):
        raise BadPosition(f"climate.glacial_thaw: {shown(count)}, and {len(waiting)} are waiting")
    return waiting


def _load_out(cards: EventReader, board: Mapping[str, Any]) -> list[int]:
    """The list of Meteorites rules; without it `meteorite` stands for the lowest free copy."""
    fallen = board.get("meteorite", False)
    if not isinstance(fallen, bool):
        raise BadPosition(f"climate.meteorite: must be true or false, not {shown(fallen)}")
    if "out" not in board:
        return cards.lowest_free("climate.meteorite", OUT, 1 if fallen else 0)
    out = cards.read_going("climate.out", board["out"], OUT)
    if "meteorite" in board and fallen != bool(out):
        raise BadPosition(f"climate.meteorite: {str(fallen).lower()}, and {len(out)} are out")
    return out
