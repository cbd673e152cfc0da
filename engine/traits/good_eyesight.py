"""Good Eyesight: plant eaters find food early, Carnivores see the camouflaged (R-TRAIT-GOOD-EYESIGHT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.eating import HOLE, PLANT, take
from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table

FOUND_EARLY = 2


def look_around(table: Table, species: Species) -> None:
    take(table, species, FOUND_EARLY, PLANT, HOLE, "good-eyesight")


def eats_plants(_table: Table, species: Species) -> bool:
    return not species.profile.carnivore


GOOD_EYESIGHT = Trait(
    name="good-eyesight", leaf=look_around, leaf_acts_on=eats_plants, overcomes=("camouflage",)
)
