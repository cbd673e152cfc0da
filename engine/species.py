"""One species: its board, its food and its traits (rules.md 2.3, 2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.profile import Profile


class Species:
    """A species board. `traits` are face-up cards, `hidden` face-down ones, in the order of play."""

    __slots__ = (
        "body",
        "fat",
        "food",
        "hidden",
        "id",
        "names",
        "owner",
        "population",
        "profile",
        "traits",
        "upkeep",
    )

    id: str
    owner: int
    population: int
    body: int
    food: int
    upkeep: int
    fat: int
    traits: list[int]
    hidden: list[int]
    names: int  # bits of all trait names on it, face-down ones included (duplicates, R-PLAY-02)
    profile: Profile  # what the face-up ones amount to

    def copy(self) -> Species:
        twin = Species.__new__(Species)
        twin.id = self.id
        twin.owner = self.owner
        twin.population = self.population
        twin.body = self.body
        twin.food = self.food
        twin.upkeep = self.upkeep
        twin.fat = self.fat
        twin.traits = self.traits[:]
        twin.hidden = self.hidden[:]
        twin.names = self.names
        twin.profile = self.profile
        return twin

    def room(self) -> int:
        """Unfilled places on the boards, fat not counted (R-DER-01)."""
        if self.profile.avian and self.population:
            return self.population - self.food + self.body - self.upkeep
        return self.population - self.food

    def capacity(self) -> int:
        """All places for food, those on Fat Tissue included (R-DER-02)."""
        if self.profile.stores_fat and self.population:
            return self.room() + self.body - self.fat
        return self.room()

    def hungry(self) -> bool:
        """R-DER-04."""
        return self.population - self.food > self.profile.hunger_ignored
