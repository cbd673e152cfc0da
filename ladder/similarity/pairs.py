"""Pairs of uploads by what they share, and the lines in which they share it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ladder.similarity.winnowing import Print, values

LEAST_SHARED = 8
"""Fewer fingerprints in common are no pair to look at."""
LEAST_SHARE = 0.15
MOST_PAIRS = 200
COMMON_SHARE, COMMON_LEAST = 0.5, 6
"""What more than this share of all uploads has, and so many at least, is the game's, not anybody's."""
GAP = 3
"""Lines between two matches that are one region all the same."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two uploads by their keys: fingerprints in common, and the share of each one's own (0 to 1)."""

    first: int
    second: int
    shared: int
    share_first: float
    share_second: float

    @property
    def share(self) -> float:
        """That of the one which has more of its own in common."""
        return max(self.share_first, self.share_second)


@dataclass(frozen=True, slots=True)
class Region:
    """Lines of a file of the first that are like lines of a file of the second; from 1, both ends inside."""

    file: str
    first: int
    last: int
    other_file: str
    other_first: int
    other_last: int


def own(found: Mapping[int, Sequence[Print]], house: frozenset[int]) -> dict[int, frozenset[int]]:
    """Each upload's fingerprints, without the house's and without what most of them have."""
    sets = {key: values(prints) - house for key, prints in found.items()}
    times = Counter(value for each in sets.values() for value in each)
    most = max(COMMON_LEAST, COMMON_SHARE * len(sets))
    common = frozenset(value for value, number in times.items() if number > most)
    return {key: each - common for key, each in sets.items()}


def similar(sets: Mapping[int, frozenset[int]], camps: Mapping[int, object]) -> list[Pair]:
    """The pairs of different camps (owners, teams) that share much, most first."""
    pairs = [
        _pair(first, second, sets[first], sets[second])
        for first, second in combinations(sorted(sets), 2)
        if camps[first] != camps[second]
    ]
    telling = [pair for pair in pairs if pair.shared >= LEAST_SHARED and pair.share >= LEAST_SHARE]
    return sorted(telling, key=lambda pair: (-pair.share, -pair.shared, pair.first, pair.second))[:MOST_PAIRS]


def _pair(first: int, second: int, one: frozenset[int], other: frozenset[int]) -> Pair:
    shared = len(one & other)
    return Pair(first, second, shared, shared / max(1, len(one)), shared / max(1, len(other)))


def regions(one: Sequence[Print], other: Sequence[Print], counted: frozenset[int]) -> list[Region]:
    """Where the two are alike, in the order of the first; only fingerprints that were counted."""
    places: dict[int, Print] = {}
    for each in other:
        places.setdefault(each.value, each)
    found: list[Region] = []
    for each in one:
        match = places.get(each.value)
        if match is not None and each.value in counted:
            region = Region(each.file, each.first, each.last, match.file, match.first, match.last)
            if found and _touch(found[-1], region):
                found[-1] = _joined(found[-1], region)
            else:
                found.append(region)
    return found


def _touch(before: Region, after: Region) -> bool:
    same = (before.file, before.other_file) == (after.file, after.other_file)
    near = after.first <= before.last + GAP and after.other_first <= before.other_last + GAP
    return same and near and after.other_first >= before.other_first


def _joined(before: Region, after: Region) -> Region:
    return Region(
        before.file,
        before.first,
        max(before.last, after.last),
        before.other_file,
        before.other_first,
        max(before.other_last, after.other_last),
    )
