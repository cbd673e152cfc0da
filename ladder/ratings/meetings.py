"""How often one of two was placed before the other, counted while results are folded. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """The matches of one pair, from the side of the one with the lower id."""

    better: int = 0
    equal: int = 0
    worse: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.better + other.better, self.equal + other.equal, self.worse + other.worse)


Pair = tuple[int, int]


class Meetings:
    """Counts by pair of versions, of the matches that were counted since the last `take`."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, int, int], int] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def count(self, versions: Sequence[int], places: Sequence[int]) -> None:
        """Count a match: final places by seat."""
        counts = self._counts
        for seat, (one, place) in enumerate(zip(versions, places, strict=True)):
            for other, theirs in zip(versions[:seat], places[:seat], strict=True):
                outcome = (place > theirs) - (place < theirs)  # -1: `one` was better
                key = (one, other, outcome) if one < other else (other, one, -outcome)
                counts[key] = counts.get(key, 0) + 1

    def take(self, bot_of: Mapping[int, int]) -> dict[Pair, Tally]:
        """What was counted, by pair of bots, lower id first; nothing is left. A bot does not meet itself."""
        found: dict[Pair, Tally] = {}
        for pair, tally in self._by_bots(bot_of):
            found[pair] = found.get(pair, Tally()) + tally
        self._counts.clear()
        return found

    def _by_bots(self, bot_of: Mapping[int, int]) -> Iterator[tuple[Pair, Tally]]:
        for (one, other, outcome), number in self._counts.items():
            a, b = bot_of[one], bot_of[other]
            if a != b:
                side = outcome if a < b else -outcome
                pair = (a, b) if a < b else (b, a)
                yield pair, Tally(number * (side < 0), number * (side == 0), number * (side > 0))

    @property
    def versions(self) -> set[int]:
        """All versions that were counted."""
        return {version for one, other, _ in self._counts for version in (one, other)}
