"""One player: hand, bag and row of species (rules.md 2.2)."""

from __future__ import annotations

from typing import final

from engine.species import Species


@final
class Player:
    """`hand` in the order in which the cards came, `species` left to right as the owner sees them."""

    __slots__ = ("bag", "hand", "named", "seat", "species")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: list[int] = []
        self.bag = 0
        self.named = 0  # the highest number given to a species so far
        self.species: list[Species] = []

    def copy(self) -> Player:
        twin = Player(self.seat)
        twin.hand = self.hand[:]
        twin.bag = self.bag
        twin.named = self.named
        twin.species = [species.copy() for species in self.species]
        return twin

    def right_of(self, species: Species) -> Species | None:
        """The species immediately to the right, or None."""
        place = self.species.index(species) + 1
        return self.species[place] if place < len(self.species) else None
