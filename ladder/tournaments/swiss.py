"""One Swiss round at a time: duels by the Dutch order, pods of 3 to 6 by points and former meetings. Pure.

Duels: within a group of equal points the upper half meets the lower half; nobody meets twice while that can
be avoided; the bye goes to the lowest who has had none. Whole-round search with backtracking, so that a round
exists whenever one without rematches does.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ladder.tournaments.pairing import NoSchedule, Table, refuse_size, sizes

PATIENCE = 20_000
"""Positions of the search after which rematches are taken in."""

Met = Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class Standing:
    """An entrant before the round: points so far, byes so far. Lower numbers are seeded higher."""

    entrant: int
    points: float
    byes: int = 0


@dataclass(frozen=True)
class SwissRound:
    """The tables, best first, and who has a bye."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]


def swiss_round(field: Sequence[Standing], k: int, met: Met, seed: int) -> SwissRound:
    """The next round. `met`: how often each pair (lower number first) has sat together.

    NoSchedule for too few entrants or an impossible table.
    """
    refuse_size(len(field), k)
    ranked = sorted(field, key=lambda each: (-each.points, each.entrant))
    byes = _byes(ranked, len(ranked) - sum(sizes(len(ranked), k)))
    playing = [each for each in ranked if each.entrant not in byes]
    tables = _duels(playing, met) if k == 2 else _pods(playing, k, met)
    rng = random.Random(f"swiss seats {seed} {sum(met.values())}")
    return SwissRound(tuple(tuple(rng.sample(table, len(table))) for table in tables), byes)


def _byes(ranked: Sequence[Standing], count: int) -> tuple[int, ...]:
    """The lowest of those with the fewest byes."""
    lowest_first = sorted(ranked, key=lambda each: (each.byes, -ranked.index(each)))
    return tuple(each.entrant for each in lowest_first[:count])


def _duels(playing: Sequence[Standing], met: Met) -> list[Table]:
    """Without rematches if that can be, else with as few for each as the search finds."""
    most = max(met.values(), default=0)
    for allowed in range(most + 1):
        search = _Search([each.entrant for each in playing], _score_groups(playing), met, allowed)
        found = search.pairs()
        if found is not None:
            return found
    raise NoSchedule(f"no pairs among {len(playing)} entrants")


def _score_groups(playing: Sequence[Standing]) -> dict[int, float]:
    return {each.entrant: each.points for each in playing}


class _Search:
    """Pairs the highest unpaired entrant with the best partner that leaves the rest pairable."""

    def __init__(self, order: Sequence[int], points: Mapping[int, float], met: Met, allowed: int) -> None:
        self._points, self._met, self._allowed = points, met, allowed
        self._left = PATIENCE
        self._order = order

    def pairs(self) -> list[Table] | None:
        """A whole round, or None."""
        return self._pair(list(self._order))

    def _pair(self, waiting: list[int]) -> list[Table] | None:
        if not waiting:
            return []
        self._left -= 1
        if self._left < 0:
            return None
        own, rest = waiting[0], waiting[1:]
        for partner in self._partners(own, rest):
            following = self._pair([each for each in rest if each != partner])
            if following is not None:
                return [(own, partner), *following]
        return None

    def _partners(self, own: int, rest: list[int]) -> list[int]:
        """Those one may meet: the nearest points first, and of those the middle of the group first."""
        group = [each for each in rest if self._points[each] == self._points[own]]
        middle = len(group) // 2
        wish = group[middle:] + group[:middle][::-1] + [each for each in rest if each not in group]
        return [each for each in wish if self._times(own, each) <= self._allowed]

    def _times(self, one: int, other: int) -> int:
        return self._met.get((min(one, other), max(one, other)), 0)


def _pods(playing: Sequence[Standing], k: int, met: Met) -> list[Table]:
    """From the top: the best unseated, and from the next 2k those whom the pod has met least."""
    waiting = [each.entrant for each in playing]
    pods = []
    for size in sizes(len(waiting), k):
        pod = [waiting.pop(0)]
        while len(pod) < size:
            near = waiting[: max(1, 2 * k - len(pod))]
            best = min(near, key=lambda each: (_meetings([*pod, each], met), near.index(each)))
            waiting.remove(best)
            pod.append(best)
        pods.append(tuple(pod))
    return pods


def _meetings(pod: Sequence[int], met: Met) -> int:
    return sum(met.get(pair, 0) ** 2 for pair in combinations(sorted(pod), 2))
