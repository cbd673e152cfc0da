"""Writes a table as a position; every list and dict in it is a fresh copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.position.climate import save_climate
from engine.position.pending import save_pending

if TYPE_CHECKING:
    from engine.player import Player
    from engine.quick import Quick
    from engine.species import Species
    from engine.table import Table


def save(table: Table) -> dict[str, Any]:
    names = table.cards.names
    position: dict[str, Any] = {
        "ruleset": table.ruleset.name,
        "players": len(table.players),
        "options": table.settings.as_json(),
        "round": table.round,
        "phase": table.phase_name,
        "first": table.first,
        "turn": table.turn,
        "final_round": table.final_round,
        "watering_hole": table.watering_hole,
        "passes": table.passes,
        "deck": [names[card] for card in table.deck],
        "reserve": [names[card] for card in table.reserve],
        "removed": [names[card] for card in table.removed],
        "discard": [names[card] for card in table.discard],
        "food_cards": [None if card is None else names[card] for card in table.food_cards],
        "seats": [save_player(table, player) for player in table.players],
    }
    if table.climate:
        position["climate"] = save_climate(table.climate)
    if table.ruleset.flight:
        position["cliff"] = table.cliff
        position["flight_supply"] = table.flight_supply
    pending = save_pending(table)
    if table.quick:
        pending["quick"] = _save_quick(table.quick)
    if pending:
        position["pending"] = pending
    return position


def _save_quick(quick: Quick) -> dict[str, Any]:
    """All secrets of the phase: for the referee only."""
    return {
        "before": save(quick.before),
        "marks": [[mark.discard, mark.deck] for mark in quick.marks],
        "avians_made": quick.avians_made,
    }


def save_player(table: Table, player: Player) -> dict[str, Any]:
    names = table.cards.names
    return {
        "hand": [names[card] for card in player.hand],
        "bag": player.bag,
        "named": player.named,
        "species": [_save_species(table, species) for species in player.species],
    }


def _save_species(table: Table, species: Species) -> dict[str, Any]:
    names = table.cards.names
    saved = {
        "id": species.id,
        "kind": "avian" if species.profile.avian else "land",
        "population": species.population,
        "body": species.body,
        "food": species.food,
        "fat": species.fat,
        "traits": [names[card] for card in species.traits],
        "face_down": [names[card] for card in species.hidden],
    }
    if table.ruleset.flight:
        saved["upkeep"] = species.upkeep
    return saved
