"""What one seat may see of the table; this is the only place that hides anything (R-INFO)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import quick
from engine.position import save
from engine.position.saving import save_player

if TYPE_CHECKING:
    from engine.table import Table

EVENT_DECKS = ("cold_deck", "hot_deck")
HIDDEN_PILES = ("deck", "reserve", "removed")


def view_of(table: Table, seat: int) -> dict[str, Any]:
    """The position as the seat knows it: a number in place of each hidden list."""
    if table.quick is None:
        view = save(table)
    else:
        view = save(quick.seen_by(table, seat))
        view.setdefault("pending", {})["own"] = _own_plays(table, table.quick, seat)
    for pile in HIDDEN_PILES:
        view[pile] = len(view[pile])
    for deck in EVENT_DECKS if table.climate else ():
        view["climate"][deck] = len(view["climate"][deck])
    for other, player in enumerate(view["seats"]):
        if other != seat:
            _hide(view, other, player)
    return view


def _own_plays(table: Table, open_quick: quick.Quick, seat: int) -> dict[str, Any]:
    """How the seat itself stood before the open quick play, and how much it has done since."""
    begun, ended = open_quick.span(table, seat)
    return {
        "before": save_player(open_quick.before, open_quick.before.players[seat]),
        "discarded": ended.discard - begun.discard,
        "returned": ended.deck - begun.deck,
        "avians_made": open_quick.avians_made if seat == table.turn else 0,
        "flight_supply": open_quick.before.flight_supply,
        "ended": open_quick.has_ended(seat),
    }


def _hide(view: dict[str, Any], other: int, player: dict[str, Any]) -> None:
    """The secrets of another seat."""
    player["hand"] = len(player["hand"])
    for species in player["species"]:
        species["face_down"] = len(species["face_down"])
    if view["food_cards"][other] is not None:
        view["food_cards"][other] = "?"
