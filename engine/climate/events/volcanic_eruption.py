"""Volcanic Eruption: at the end of feeding the marker moves to the card's zone (R-CEV-VOLCANIC-ERUPTION)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.climate.event import ClimateEvent

if TYPE_CHECKING:
    from engine.climate.board import EventCard
    from engine.table import Table


def erupt(table: Table, card: EventCard) -> None:
    assert table.climate is not None
    table.climate.volcano = card.other_zone
    table.log.extend(("volcano", table.climate.set.zone_name(card.other_zone)))


VOLCANIC_ERUPTION = ClimateEvent(name="volcanic-eruption", needs_zone="move_marker_to", happens=erupt)
