"""Whose turn it is in the play phase, and what happens when all have had theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import quick
from engine.happenings import ENDED, TURN
from engine.phases.phase import enter

if TYPE_CHECKING:
    from engine.table import Table


def begin_turn(table: Table) -> None:
    quick.next_seat(table)
    table.log.extend(TURN[table.turn])


def end_turn(table: Table) -> None:
    """On to the next player, or to the end of the phase."""
    table.log.extend(ENDED[table.turn])
    following = (table.turn + 1) % len(table.players)
    if following != table.first:
        table.turn = following
        begin_turn(table)
        return
    quick.close(table)
    reveal_traits(table)
    enter(table, table.phase + 1)


def reveal_traits(table: Table) -> None:
    """All face-down traits are turned up at once (R-PLAY-10)."""
    for player in table.in_turn_order():
        for species in player.species:
            if species.hidden:
                table.log.extend(("revealed", species.id, tuple(species.hidden)))
                species.traits += species.hidden
                species.hidden = []
                table.read_traits(species)
