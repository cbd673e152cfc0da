"""Wildfire: every species above ground loses population, new food comes late (R-CEV-WILDFIRE, A-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.climate.event import ClimateEvent
from engine.losing import bury_dead, lose_population

if TYPE_CHECKING:
    from engine.climate.board import EventCard
    from engine.table import Table


def burn(table: Table, card: EventCard) -> None:
    """No protection against heat or cold helps; the dead are buried in board order."""
    for player in table.in_turn_order():
        for species in player.species:
            if not species.profile.fireproof:
                lost = min(species.population, card.numbers["population_loss_without_burrowing"])
                lose_population(table, species, lost, "wildfire")
    bury_dead(table)


WILDFIRE = ClimateEvent(
    name="wildfire", needs=("population_loss_without_burrowing",), happens=burn, sets_food_aside=True
)
