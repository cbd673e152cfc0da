"""One species: its board, its food and its traits (rules.md 2.3, 2.4)."""

from __future__ import annotations

from typing import final

from engine.profile import BARE


@final
class Species:
    """A species board. `traits` are face-up cards, `hidden` face-down ones, in the order of play."""

    __slots__ = (
        "body",
        "fat",
        "food",
        "held",
        "hidden",
        "id",
        "names",
        "owner",
        "population",
        "profile",
        "traits",
        "upkeep",
    )

    def __init__(
        self, name: str, owner: int, population: int, body: int, traits: list[int], hidden: list[int]
    ) -> None:
        """Without food. Its cards are read by Table.read_traits."""
        self.id = name
        self.owner = owner
        self.population = population
        self.body = body
        self.food = 0
        self.upkeep = 0
        self.fat = 0
        self.traits = traits
        self.hidden = hidden
        self.held = 0  # how many cards lie on it, face-down ones included
        self.names = 0  # bits of all trait names on it, face-down ones included (duplicates, R-PLAY-02)
        self.profile = BARE  # what the face-up ones amount to

    def copy(self) -> Species:
        twin = Species(self.id, self.owner, self.population, self.body, self.traits[:], self.hidden[:])
        twin.food = self.food
        twin.upkeep = self.upkeep
        twin.fat = self.fat
        twin.held = self.held
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
