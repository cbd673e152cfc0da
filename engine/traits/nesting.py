"""Nesting: food for each population gained (R-TRAIT-NESTING, A-68)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.eating import BANK, HOLE, MEAT, PLANT, take
from engine.question import Option, Options, Pending
from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table

SOURCES = (BANK, HOLE)


class Nest(Pending):
    """From where a land species feeds its young (D-02a)."""

    kind = "nest"
    __slots__ = ("species",)

    def __init__(self, species: str) -> None:
        self.species = species

    def options(self, table: Table) -> Options:
        return ((0,), (1,)) if table.watering_hole else ((0,),)

    def text(self, table: Table, option: Option) -> str:
        return f"nest {SOURCES[option[0]]}"

    def choose(self, table: Table, option: Option) -> None:
        table.pending = None
        take(table, table.find(self.species), 1, PLANT, SOURCES[option[0]], "nesting")

    def save(self, table: Table) -> dict[str, Any]:
        return {"species": self.species}

    @classmethod
    def load(cls, table: Table, saved: Mapping[str, Any]) -> Nest:
        return cls(table.find_own(saved["species"]).id)


def feed_young(table: Table, species: Species) -> None:
    if species.profile.avian:
        take(table, species, table.ruleset.nest_avian_meat, MEAT, BANK, "nesting")
    elif species.profile.carnivore:
        return
    elif table.quick:
        take(table, species, 1, PLANT, BANK, "nesting")  # unasked, so that no two plays conflict (R-PLAY-09)
    else:
        table.pending = Nest(species.id)


NESTING = Trait(name="nesting", grown=feed_young)
