"""Checks of a catalogue document, entry by entry (rules.md 2.6)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from engine.showing import shown
from engine.traits import NUMBER

EVENT_CARDS = ("dive-bomb", "seed-dispersal")
FOOD_NUMBERS = range(-20, 21)
ICONS = range(10)
DECK_SIZES = {"base": 129, "forum": 129, "climate": 177, "flight": 177}
RULESETS = tuple(DECK_SIZES)
COPY = re.compile("[1-9][0-9]{0,3}")


class BadCatalogue(ValueError):
    """A catalogue file that does not hold what a deck needs; the message names the place."""


def checked_document(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadCatalogue(f"catalogue: must be an object, not {type(data).__name__}")
    if not any(name in data for name in RULESETS):
        raise BadCatalogue(f"catalogue: must have at least one of {', '.join(RULESETS)}")
    return data


def canonical(data: dict[str, Any]) -> str:
    try:
        return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadCatalogue(f"catalogue: must be plain JSON: {error}") from error


def deck_entries(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """All deck cards of a ruleset in catalogue order, checked one by one."""
    section = data[name]
    if not isinstance(section, dict):
        raise BadCatalogue(f"catalogue: {name} must be an object, not {shown(section)}")
    entries = _listed(data, section.get("trait_cards"), f"{name}.trait_cards")
    entries = entries + _listed(data, section.get("added_trait_cards", []), f"{name}.added_trait_cards")
    for entry in entries:
        _check_trait_card(entry, name)
    events = _listed(data, section.get("event_cards", []), f"{name}.event_cards")
    for entry in events:
        _check_name(entry, "event", EVENT_CARDS, name)
    names = [entry["card"] for entry in entries + events]
    for card in names:
        if names.count(card) > 1:
            raise BadCatalogue(f"catalogue: {card} stands twice in {name}")
    return entries + events


def _listed(data: Mapping[str, Any], value: object, place: str) -> list[Any]:
    """A list of cards, or the name of the ruleset whose trait cards are the same."""
    if isinstance(value, str):
        other = data.get(value)
        value = other.get("trait_cards") if isinstance(other, dict) else None
    if not isinstance(value, list):
        raise BadCatalogue(f"catalogue: {place} must be a list of cards, or name a ruleset that has one")
    return value


def _check_trait_card(entry: object, name: str) -> None:
    card = _check_name(entry, "trait", tuple(NUMBER), name)
    for key, allowed in (("food", FOOD_NUMBERS), ("suns", ICONS), ("snowflakes", ICONS)):
        value = card.get(key, None if key == "food" else 0)
        if type(value) is not int or value not in allowed:
            raise BadCatalogue(
                f"catalogue: {key} of {card['card']} in {name} must be a number"
                f" from {allowed[0]} to {allowed[-1]}, not {shown(value)}"
            )


def _check_name(entry: object, key: str, kinds: tuple[str, ...], name: str) -> dict[str, Any]:
    if not isinstance(entry, dict) or not isinstance(entry.get("card"), str):
        raise BadCatalogue(f"catalogue: a card of {name} must be an object with a name, not {shown(entry)}")
    kind, _, copy = entry["card"].rpartition("-")
    if entry.get(key) not in kinds:
        raise BadCatalogue(
            f"catalogue: {entry['card']} in {name} has an unknown {key}: {shown(entry.get(key))}"
        )
    if kind != entry[key] or not COPY.fullmatch(copy):
        raise BadCatalogue(f"catalogue: {entry['card']} in {name} must be named {entry[key]}-<copy number>")
    return entry
