"""The strengths of one ladder while results are applied to them in order. Pure: no table, no clock."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ladder.ratings.elo import START, Strength, rate
from ladder.ratings.meetings import Meetings


@dataclass(frozen=True, slots=True)
class Standing:
    """A version's strength, its rated games, and the last place in the order that changed it."""

    strength: Strength
    games: int = 0
    last_seq: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """One version's strength before and after the match at place `seq` of the order."""

    seq: int
    match: int
    version: int
    before: Strength
    after: Strength


class Ledger:
    """Standings by version; `touched` are those that differ from what the ledger was made with.

    `meetings` counts who was placed before whom in the matches that it applied.
    """

    def __init__(self, standings: dict[int, Standing]) -> None:
        self.standings = standings
        self.touched: set[int] = set()
        self.meetings = Meetings()

    def open(self, version: int, parent: int | None, seq: int) -> None:
        """The version becomes active after place `seq`: with its own strength, else with its parent's.

        Either with a deviation of at least 100. Without both it starts at 1500, deviation 350.
        """
        own = self.standings.get(version)
        origin = own or (self.standings.get(parent) if parent is not None else None)
        strength = origin.strength.reopened() if origin else START
        self._set(version, Standing(strength, own.games if own else 0, seq))

    def apply(self, seq: int, match: int, versions: Sequence[int], places: Sequence[int]) -> list[Change]:
        """Rate one match: what it changed, in the order of the seats."""
        before = [self.standings.get(version, Standing(START)) for version in versions]
        after = rate([standing.strength for standing in before], places)
        for version, old, strength in zip(versions, before, after, strict=True):
            self._set(version, Standing(strength, old.games + 1, seq))
        self.meetings.count(versions, places)
        return [
            Change(seq, match, version, old.strength, strength)
            for version, old, strength in zip(versions, before, after, strict=True)
        ]

    def _set(self, version: int, standing: Standing) -> None:
        self.standings[version] = standing
        self.touched.add(version)

    def changed(self) -> Iterable[tuple[int, Standing]]:
        """The touched standings by version, in the order of the versions."""
        return [(version, self.standings[version]) for version in sorted(self.touched)]
