"""Fertile: one more population while there is food on the watering hole (R-TRAIT-FERTILE, A-107)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.growing import grow_population
from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table


def multiply(table: Table, species: Species) -> None:
    if table.watering_hole:
        grow_population(table, species, "fertile")


FERTILE = Trait(name="fertile", leaf=multiply)
