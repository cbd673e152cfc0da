"""Desertification: every body shrinks, and no food grows this round (R-CEV-DESERTIFICATION, A-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.climate.event import ClimateEvent
from engine.losing import put_in_bag

if TYPE_CHECKING:
    from engine.climate.board import EventCard
    from engine.table import Table


def shrink_all(table: Table, card: EventCard) -> None:
    """Stored fat above the new body size goes to the bag."""
    for player in table.in_turn_order():
        for species in player.species:
            body = max(species.body + card.numbers["all_species_body"], card.numbers["min_body"])
            if body >= species.body:
                continue
            lost = species.body - body
            species.body = body
            table.log.extend(("lost", species.id, "body", lost, body, "desertification"))
            put_in_bag(table, species, max(0, species.fat - body), "fat")
            species.fat = min(species.fat, body)


DESERTIFICATION = ClimateEvent(
    name="desertification",
    needs=("all_species_body", "min_body"),
    happens=shrink_all,
    withholds_food=True,
)
