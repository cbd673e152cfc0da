"""The record of what a climate event does, and when (rules.md 4.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.climate.board import EventCard
    from engine.table import Table

BOTTOM: Final = "bottom"
WAITING: Final = "waiting"
OUT: Final = "out"
"""Where the card goes: under its deck, onto the hole until the next round, out for the rest of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClimateEvent:
    """One event; the numbers stand on its cards."""

    name: str
    needs: tuple[str, ...] = ()  # numbers that its cards must give
    needs_zone: str = ""  # the entry of its cards that must name a zone
    replaces_zone: bool = False  # loss and leaf of this round are those of another zone
    happens: Callable[[Table, EventCard], None] | None = None
    withholds_food: bool = False  # this round a positive total adds nothing
    sets_food_aside: bool = False  # a positive total comes before the next deal
    goes: str = BOTTOM
