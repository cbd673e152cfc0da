"""Leaf traits act, before the food cards are revealed; in forum after it (R-LEAF)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.happenings import TURN
from engine.phases.phase import Phase
from engine.question import Option, Options
from engine.traits import NUMBER, TRAITS

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table

IN_A_SPECIES: Final = ("fertile", "brood-parasite", "fat-tissue", "long-neck", "good-eyesight")
"""The canonical order of the leaf traits of one species (D-05)."""


class Leaf(Phase):
    """Player by player; each chooses the order in which own leaf traits act, each once (R-LEAF-02)."""

    name = "leaf"
    kind = "leaf"

    def start(self, table: Table) -> None:
        table.leaves = None

    def resume(self, table: Table) -> None:
        """With the turn of the seat on turn, or in the middle of it."""

    def options(self, table: Table) -> Options:
        while True:
            if table.leaves is None:
                table.leaves = waiting(table, table.players[table.turn])
                if table.leaves:
                    table.log.extend(TURN[table.turn])
            if table.leaves:
                return table.leaves
            following = (table.turn + 1) % len(table.players)
            if following == table.first:
                return ()
            table.turn = following
            table.leaves = None

    def text(self, table: Table, option: Option) -> str:
        place, trait = option
        return f"leaf {table.players[table.turn].species[place].id} {TRAITS[trait].name}"

    def choose(self, table: Table, option: Option) -> None:
        assert table.leaves is not None
        table.leaves = tuple(leaf for leaf in table.leaves if leaf != option)
        place, trait = option
        act = TRAITS[trait].leaf
        assert act is not None
        act(table, table.players[table.turn].species[place])

    def finish(self, table: Table) -> None:
        table.leaves = None
        super().finish(table)


def waiting(table: Table, player: Player) -> tuple[Option, ...]:
    """All leaf traits of a player that can act, left to right, as (place in the row, trait number)."""
    found: list[Option] = []
    for place, species in enumerate(player.species):
        if species.profile.leaves:
            acting = {trait.name for trait in species.profile.leaves if trait.leaf_acts_on(table, species)}
            found += [(place, NUMBER[name]) for name in IN_A_SPECIES if name in acting]
    return tuple(found)
