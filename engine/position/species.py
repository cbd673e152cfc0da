"""Loads one species of a position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.position.reading import (
    BadPosition,
    CardReader,
    needed,
    read_list,
    read_number,
    read_object,
    read_word,
)
from engine.showing import shown
from engine.species import Species
from engine.table import SEAT_LETTERS

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table

KEYS = ("id", "kind", "population", "body", "food", "fat", "traits", "face_down")
ID = re.compile("[a-f][1-9][0-9]{0,8}")


def load_species(table: Table, player: Player, place: str, saved: object, cards: CardReader) -> Species:
    """Raises BadPosition."""
    keys = (*KEYS, "upkeep") if table.ruleset.flight else KEYS
    row = read_object(place, saved, keys)
    name = _read_id(player, place, needed(place, row, "id"))
    species = Species(name, player.seat, population=0, body=0, traits=[], hidden=[])
    _load_traits(table, species, place, row, cards)
    _check_kind(species, place, row)
    _load_tracks(table, species, place, row)
    return species


def _read_id(player: Player, place: str, value: object) -> str:
    letter = SEAT_LETTERS[player.seat]
    if not isinstance(value, str) or not ID.fullmatch(value) or value[0] != letter:
        raise BadPosition(f"{place}.id: must be {letter} and a number, not {shown(value)}")
    if any(other.id == value for other in player.species):
        raise BadPosition(f"{place}.id: {value} stands in the row twice")
    return value


def _load_traits(
    table: Table, species: Species, place: str, row: Mapping[str, Any], cards: CardReader
) -> None:
    face_up = read_list(f"{place}.traits", needed(place, row, "traits"))
    face_down = read_list(f"{place}.face_down", row.get("face_down", []))
    species.traits = [cards.read_trait(f"{place}.traits[{i}]", name) for i, name in enumerate(face_up)]
    species.hidden = [
        cards.read_trait_card(f"{place}.face_down[{i}]", name) for i, name in enumerate(face_down)
    ]
    if species.hidden and table.phase_name != "play":
        raise BadPosition(f"{place}.face_down: traits are face-down only in play, not in {table.phase_name}")
    every = species.traits + species.hidden
    most = table.terms.most_traits
    if len(every) > most:
        raise BadPosition(f"{place}.traits: at most {most} traits, not {len(every)}")
    names = [table.cards.kinds[card] for card in every]
    for name in names:
        if names.count(name) > 1:
            raise BadPosition(f"{place}.traits: {name} twice on one species")
    table.read_traits(species)


def _check_kind(species: Species, place: str, row: Mapping[str, Any]) -> None:
    actual = "avian" if species.profile.avian else "land"
    kind = read_word(f"{place}.kind", row.get("kind", actual), ("land", "avian"))
    if kind != actual:
        card = "has a" if species.profile.avian else "has no"
        raise BadPosition(f"{place}.kind: {kind}, and it {card} Flight card")


def _load_tracks(table: Table, species: Species, place: str, row: Mapping[str, Any]) -> None:
    """Numbers within I-04 … I-06."""
    ruleset, avian = table.ruleset, species.profile.avian
    least = 0 if ruleset.flight else 1
    most_body = ruleset.avian_max_body if avian else ruleset.max_body
    population = needed(place, row, "population")
    body = needed(place, row, "body")
    species.population = read_number(f"{place}.population", population, least, ruleset.max_population)
    species.body = read_number(f"{place}.body", body, least, most_body)
    species.food = read_number(f"{place}.food", row.get("food", 0), 0, species.population)
    most_fat = species.body if species.profile.stores_fat else 0
    species.fat = read_number(f"{place}.fat", row.get("fat", 0), 0, most_fat)
    most_upkeep = species.body if avian else 0
    species.upkeep = read_number(f"{place}.upkeep", row.get("upkeep", 0), 0, most_upkeep)
    if avian and species.food and species.upkeep < species.body:
        raise BadPosition(f"{place}.food: the upkeep is filled before the population")
