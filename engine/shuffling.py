"""The only randomness of a game: a generator of its own, or a record of what one brought (R-SETUP-04)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.showing import shown

if TYPE_CHECKING:
    from engine.cards import Cards


class BadReplay(ValueError):
    """A recorded shuffle is missing, or does not fit the discard pile that is to be shuffled."""


def shuffled(cards: Sequence[int], generator: random.Random) -> list[int]:
    """The cards in random order: what `generator.shuffle` does, but the same in every Python to come."""
    order = list(cards)
    draw = generator.getrandbits
    for last in range(len(order) - 1, 0, -1):
        bits = (last + 1).bit_length()
        other = draw(bits)
        while other > last:
            other = draw(bits)
        order[last], order[other] = order[other], order[last]
    return order


class Shuffles:
    """Shuffles discard piles and remembers the results, top first; copies go on alike and apart."""

    __slots__ = ("_generator", "_seed", "_shared", "done")

    def __init__(self, seed: int, generator: random.Random | None = None) -> None:
        """With a generator its next random numbers are used, and it must be used for nothing else."""
        self.done: list[tuple[int, ...]] = []
        self._seed = seed
        self._generator = generator
        self._shared = False  # by copies: who shuffles next takes a generator of its own

    @classmethod
    def going_on(cls, generator: random.Random) -> Shuffles:
        """Shuffles that use the random numbers which `generator` would bring next."""
        return cls(0, _twin(generator))

    def shuffle(self, cards: list[int]) -> list[int]:
        if self._generator is None:
            self._generator = random.Random(self._seed)  # only now: few games and searches get so far
        elif self._shared:
            self._generator = _twin(self._generator)
        self._shared = False
        order = shuffled(cards, self._generator)
        self.done.append(tuple(order))
        return order

    def copy(self) -> Shuffles:
        twin = Shuffles(self._seed, self._generator)
        twin.done = self.done[:]
        twin._shared = self._shared = True
        return twin


def _twin(generator: random.Random) -> random.Random:
    twin = random.Random(0)
    twin.setstate(generator.getstate())
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
        recorded = self._recorded[number]
        if sorted(recorded) != sorted(cards):
            raise BadReplay(f"shuffle {number + 1} does not hold the cards of the discard pile")
        self.done.append(recorded)
        return list(recorded)

    def copy(self) -> RecordedShuffles:
        twin = RecordedShuffles(self._recorded)
        twin.done = self.done[:]
        return twin
