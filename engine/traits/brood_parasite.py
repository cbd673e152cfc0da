"""Brood Parasite: an avian species lets another one raise its young (R-TRAIT-BROOD-PARASITE, A-71)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.eating import BANK, MEAT, PLANT, take
from engine.growing import grow_population
from engine.question import Option, Options, Pending
from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table

KINDS = (PLANT, MEAT)
MEAT_ONLY: tuple[Option, ...] = ((1,),)
EITHER: tuple[Option, ...] = ((0,), (1,))


class Brood(Pending):
    """Which food the foster parents bring (D-05a)."""

    kind = "brood"
    __slots__ = ("species",)

    def __init__(self, species: str) -> None:
        self.species = species

    def options(self, table: Table) -> Options:
        return MEAT_ONLY if table.find(self.species).profile.carnivore else EITHER

    def text(self, table: Table, option: Option) -> str:
        return f"brood {KINDS[option[0]]}"

    def choose(self, table: Table, option: Option) -> None:
        table.pending = None
        take(table, table.find(self.species), 1, KINDS[option[0]], BANK, "brood-parasite")

    def save(self, table: Table) -> dict[str, Any]:
        return {"species": self.species}

    @classmethod
    def load(cls, table: Table, saved: Mapping[str, Any]) -> Brood:
        return cls(table.find_own(saved["species"]).id)


def foster(table: Table, species: Species) -> None:
    grow_population(table, species, "brood-parasite")
    table.pending = Brood(species.id)


def has_foster_parents(table: Table, species: Species) -> bool:
    row = table.players[species.owner].species
    return species.profile.avian and any(other.profile.avian for other in row if other is not species)


BROOD_PARASITE = Trait(name="brood-parasite", leaf=foster, leaf_acts_on=has_foster_parents)
