"""Migratory: finds two plant food elsewhere when the watering hole is empty (R-TRAIT-MIGRATORY, A-79)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.eating import BANK, PLANT, take
from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table

FOUND_ELSEWHERE = 2


def travel(table: Table, species: Species) -> None:
    """Up to two from the bank, onto unfed population only."""
    take(table, species, min(FOUND_ELSEWHERE, species.room()), PLANT, BANK, "migratory")


MIGRATORY = Trait(name="migratory", after_feeding=travel, cold_protection=1, heat_protection=1)
