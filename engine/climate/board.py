"""The Climate board and the event cards as the catalogue gives them (rules.md 2.6, R-ENV-03)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.climate.events import EVENTS
from engine.entries import BadCatalogue
from engine.showing import shown

ZONES = ("ice-age", "freezing", "cold", "cool", "temperate", "warm", "tropical", "hot", "scorching")
SIDES = {"2-3": "food_2_3", "4-6": "food_4_6"}
KINDS = ("cold", "heat")
DECKS = ("cold", "hot")
SMALL, LARGE = range(10), range(-99, 100)


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone of the track: population lost to cold or heat by bodies in a range, and the leaf."""

    name: str
    kind: str | None
    smallest: int
    largest: int
    loss: int
    leaf: Mapping[str, int]  # by board side


@dataclass(frozen=True, slots=True)
class EventCard:
    """One climate event card; `other_zone` is the zone that its effect names, if it names one."""

    name: str
    deck: str
    event: str
    zone: int
    other_zone: int
    numbers: Mapping[str, int]


class ClimateSet:
    """Board and event cards of a catalogue, checked. Raises BadCatalogue."""

    def __init__(self, section: object) -> None:
        if not isinstance(section, dict):
            raise BadCatalogue("catalogue: climate must be an object")
        zones = _list(section.get("board"), "climate.board")
        self.zones = tuple(_zone(number, entry) for number, entry in enumerate(zones))
        if tuple(zone.name for zone in self.zones) != ZONES:
            raise BadCatalogue(f"catalogue: climate.board must have the zones {', '.join(ZONES)}")
        events = _list(section.get("events"), "climate.events")
        self.cards = tuple(_event(number, entry) for number, entry in enumerate(events))
        self.number = {card.name: number for number, card in enumerate(self.cards)}
        if len(self.number) < len(self.cards):
            raise BadCatalogue("catalogue: climate.events has a card twice")

    def zone_name(self, zone: int) -> str:
        return self.zones[zone].name

    def deck(self, name: str) -> list[int]:
        """The cards of the cold or the hot deck, in catalogue order."""
        return [number for number, card in enumerate(self.cards) if card.deck == name]


def _zone(number: int, entry: object) -> Zone:
    place = f"climate.board[{number}]"
    zone = _object(entry, place)
    _word(zone, "zone", ZONES, place)
    leaf = {side: _number(zone, key, LARGE, place) for side, key in SIDES.items()}
    if zone.get("loss") is None:
        return Zone(zone["zone"], None, 0, 0, 0, leaf)
    place += ".loss"
    loss = _object(zone["loss"], place)
    sizes = _list(loss.get("sizes"), f"{place}.sizes")
    if len(sizes) != 2 or any(type(size) is not int for size in sizes):
        raise BadCatalogue(f"catalogue: {place}.sizes must be two body sizes, not {shown(sizes)}")
    kind = _word(loss, "kind", KINDS, place)
    return Zone(zone["zone"], kind, sizes[0], sizes[1], _number(loss, "loss", SMALL, place), leaf)


def _event(number: int, entry: object) -> EventCard:
    place = f"climate.events[{number}]"
    card = _object(entry, place)
    if not isinstance(card.get("card"), str):
        raise BadCatalogue(f"catalogue: {place} must have a name")
    event = EVENTS[_word(card, "event", tuple(EVENTS), place)]
    zone = ZONES.index(_word(card, "zone", ZONES, place))
    effect = _object(card.get("effect", {}), f"{place}.effect")
    other = zone
    if event.needs_zone:
        other = ZONES.index(_word(effect, event.needs_zone, ZONES, f"{place}.effect"))
    numbers = {key: _number(effect, key, LARGE, f"{place}.effect") for key in event.needs}
    return EventCard(card["card"], _word(card, "deck", DECKS, place), event.name, zone, other, numbers)


def _object(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadCatalogue(f"catalogue: {place} must be an object, not {shown(value)}")
    return value


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadCatalogue(f"catalogue: {place} must be a list, not {shown(value)}")
    return value


def _word(holder: Mapping[str, Any], key: str, known: tuple[str, ...], place: str) -> str:
    value = holder.get(key)
    if not isinstance(value, str) or value not in known:
        raise BadCatalogue(f"catalogue: {place}.{key} must be one of {', '.join(known)}, not {shown(value)}")
    return value


def _number(holder: Mapping[str, Any], key: str, allowed: range, place: str) -> int:
    value = holder.get(key)
    if type(value) is not int or value not in allowed:
        bounds = f"from {allowed[0]} to {allowed[-1]}"
        raise BadCatalogue(f"catalogue: {place}.{key} must be a number {bounds}, not {shown(value)}")
    return value
