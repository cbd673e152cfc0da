"""Fat Tissue: stores food on the card up to the body size (R-TRAIT-FAT-TISSUE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.eating import put_on_board
from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table


def move_fat(table: Table, species: Species) -> None:
    """As much as fits goes to the board; this is not a take (R-TAKE-05)."""
    amount = min(species.fat, species.room())
    if not amount:
        return
    species.fat -= amount
    put_on_board(species, amount)
    table.log.extend(("fat-moved", species.id, amount))


FAT_TISSUE = Trait(name="fat-tissue", stores_fat=True, leaf=move_fat)
