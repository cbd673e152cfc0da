"""What one seat may see of the table; this is the only place that hides anything (R-INFO)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import quick
from engine.position import save

if TYPE_CHECKING:
    from engine.table import Table

EVENT_DECKS = ("cold_deck", "hot_deck")
HIDDEN_PILES = ("deck", "reserve", "removed")


def view_of(table: Table, seat: int) -> dict[str, Any]:
    """The position as the seat knows it: a number in place of each hidden list."""
    view = save(table if table.quick is None else quick.seen_by(table, seat))
    for pile in HIDDEN_PILES:
        view[pile] = len(view[pile])
    for deck in EVENT_DECKS if table.climate else ():
        view["climate"][deck] = len(view["climate"][deck])
    for other, player in enumerate(view["seats"]):
        if other != seat:
            _hide(view, other, player)
    return view


def _hide(view: dict[str, Any], other: int, player: dict[str, Any]) -> None:
    """The secrets of another seat."""
    player["hand"] = len(player["hand"])
    for species in player["species"]:
        species["face_down"] = len(species["face_down"])
    if view["food_cards"][other] is not None:
        view["food_cards"][other] = "?"
