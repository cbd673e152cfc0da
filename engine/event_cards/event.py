"""The record of what an event card can do when it is played (R-EVT)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.drawing import draw_to_hand
from engine.losing import discard_from_hand

if TYPE_CHECKING:
    from engine.player import Player
    from engine.question import Option
    from engine.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One kind of event card. An option begins with the card; what follows is the event's own."""

    name: str
    options: Callable[[Table, Player, int], list[Option]]  # for one such card of the player on turn
    text: Callable[[Table, Option], str]
    play: Callable[[Table, Player, Option], None]


def lay_down(table: Table, player: Player, card: int, species: str | None) -> None:
    """The card is discarded before it acts, so it cannot pay for its own attack (R-EVT-02)."""
    table.log.extend(("event-played", player.seat, card, species))
    discard_from_hand(table, player, card, "event-card", species)


def draw_another(table: Table, player: Player) -> None:
    """After it has acted (R-EVT-02)."""
    draw_to_hand(table, player, 1, "event-card")
