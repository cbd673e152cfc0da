"""Long Neck: one plant food from the bank before the others eat (R-TRAIT-LONG-NECK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.eating import BANK, PLANT, take
from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table


def reach_up(table: Table, species: Species) -> None:
    take(table, species, 1, PLANT, BANK, "long-neck")


def eats_plants(_table: Table, species: Species) -> bool:
    return not species.profile.carnivore


LONG_NECK = Trait(name="long-neck", leaf=reach_up, leaf_acts_on=eats_plants)
