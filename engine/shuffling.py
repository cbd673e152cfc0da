"""The only randomness of a game: a generator of its own, or a record of what one brought (R-SETUP-04)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.showing import shown

if TYPE_CHECKING:
    from engine.cards import Cards


class BadReplay(ValueError):
    """A recorded shuffle is missing, or does not fit the discard pile that is to be shuffled."""


class Shuffles:
    """Shuffles discard piles and remembers the results, top first; copies go on alike and apart."""

    __slots__ = ("_seed", "_state", "done")

    def __init__(self, seed: int, state: tuple[Any, ...] | None = None) -> None:
        self.done: list[tuple[int, ...]] = []
        self._seed = seed
        self._state = state

    @classmethod
    def going_on(cls, generator: random.Random) -> Shuffles:
        """Shuffles that use the random numbers which `generator` would bring next."""
        return cls(0, generator.getstate())

    def shuffle(self, cards: list[int]) -> list[int]:
        generator = random.Random(self._seed)  # made only now: few games and searches get so far
        if self._state:
            generator.setstate(self._state)
        shuffled = cards[:]
        generator.shuffle(shuffled)
        self._state = generator.getstate()
        self.done.append(tuple(shuffled))
        return shuffled

    def copy(self) -> Shuffles:
        twin = Shuffles(self._seed, self._state)
        twin.done = self.done[:]
        return twin


class RecordedShuffles(Shuffles):
    """Brings the shuffles of a replay instead of random ones."""

    __slots__ = ("_recorded",)

    def __init__(self, recorded: Sequence[Sequence[int]]) -> None:
        super().__init__(0)
        self._recorded = tuple(tuple(cards) for cards in recorded)

    @classmethod
    def of_names(cls, recorded: object, cards: Cards) -> RecordedShuffles:
        """From lists of card names, top first. Raises BadReplay."""
        if not isinstance(recorded, list | tuple) or not all(
            isinstance(pile, list | tuple) for pile in recorded
        ):
            raise BadReplay("shuffles: must be a list of lists of cards")
        for number, pile in enumerate(recorded):
            for name in pile:
                if not isinstance(name, str) or name not in cards.number:
                    raise BadReplay(f"shuffles[{number}]: there is no card {shown(name)}")
        return cls([[cards.number[name] for name in pile] for pile in recorded])

    def shuffle(self, cards: list[int]) -> list[int]:
        number = len(self.done)
        if number >= len(self._recorded):
            raise BadReplay(f"shuffle {number + 1} is needed, and only {len(self._recorded)} are recorded")
        shuffled = self._recorded[number]
        if sorted(shuffled) != sorted(cards):
            raise BadReplay(f"shuffle {number + 1} does not hold the cards of the discard pile")
        self.done.append(shuffled)
        return list(shuffled)

    def copy(self) -> RecordedShuffles:
        twin = RecordedShuffles(self._recorded)
        twin.done = self.done[:]
        return twin
