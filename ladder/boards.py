"""A competition's field as its board shows it: pages by number, searched and filtered, whatever its size.

A small field is read whole. Of one with `leaderboards.LARGE` bots or more only the shown rows are; the order
of its bots, and their names for searching, are kept for a while.
"""

import threading
import time
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.core.cache import cache

from ladder import leaderboards
from ladder.leaderboards import Place, Row
from ladder.models import Competition
from ladder.ratings.elo import PROVISIONAL_RD

FRESH_S = 2
ORDER_KEPT_S = 30.0
BETWEEN = "\n"


@dataclass(frozen=True)
class Wanted:
    """Which rows: `text` is part of the bot's or its owner's name, in lower case; empty means any."""

    text: str = ""
    language: str = ""
    settled: bool = False


@dataclass(frozen=True)
class Part:
    """Some rows in the board's order, with their ranks on the whole board; `total` is how many are wanted."""

    rows: list[Row]
    total: int


@dataclass(frozen=True)
class Standing:
    """Where a bot stands on the whole board."""

    rank: int
    bot: int
    name: str


class Field(Protocol):
    """A field, to be looked at."""

    total: int
    languages: list[str]

    def part(self, wanted: Wanted, first: int, size: int) -> Part:
        """`size` of the wanted rows, the one numbered `first` (from 0) leading."""

    def standings(self, bots: Collection[int]) -> list[Standing]:
        """Where these bots stand, best first; those that do not are left out."""


def of(competition: Competition) -> Field:
    """The competition's field as it is now, or was two seconds ago (a large one's order: half a minute)."""
    if _is_large(competition):
        return Large(competition, _order(competition))
    key = f"rows:{competition.pk}:{competition.current_epoch}"
    rows: list[Row] | None = cache.get(key)
    if rows is None:
        rows = leaderboards.rows(competition)
        cache.set(key, rows, FRESH_S)
    return Small(rows)


def _is_large(competition: Competition) -> bool:
    """Asked now and then, as the answer seldom changes."""
    key = f"large:{competition.pk}"
    known: bool | None = cache.get(key)
    if known is None:
        known = leaderboards.is_large(competition)
        cache.set(key, known, ORDER_KEPT_S)
    return known


class Small:
    """A field that was read whole."""

    def __init__(self, rows: list[Row]) -> None:
        self.total = len(rows)
        self.languages = sorted({row.language for row in rows})
        self._rows = rows

    def part(self, wanted: Wanted, first: int, size: int) -> Part:
        """See Field."""
        rows = [row for row in self._rows if _fits(row, wanted)]
        return Part(rows[first : first + size], len(rows))

    def standings(self, bots: Collection[int]) -> list[Standing]:
        """See Field."""
        return [Standing(row.rank, row.bot, row.name) for row in self._rows if row.bot in bots]


def _fits(row: Row, wanted: Wanted) -> bool:
    return (
        (wanted.text in row.name.lower() or wanted.text in row.owner.lower())
        and wanted.language in ("", row.language)
        and not (row.provisional and wanted.settled)
    )


@dataclass(frozen=True)
class Order:
    """Who stands where in a large field. All sequences are in the board's order.

    `text` holds names and owners in lower case, each bot's beginning at its `starts`.
    """

    ratings: Sequence[float]
    versions: Sequence[int]
    bots: Sequence[int]
    languages: Sequence[str]
    settled: int
    text: str
    starts: Sequence[int]

    def place(self, index: int) -> Place:
        """The place of the row numbered so (from 0)."""
        return Place(index + 1, index >= self.settled, self.ratings[index], self.versions[index])

    def fitting(self, wanted: Wanted) -> Iterator[int]:
        """The numbers of the wanted rows, in order."""
        last = self.settled if wanted.settled else len(self.versions)
        numbers = self._containing(wanted.text) if wanted.text else range(last)
        for index in numbers:
            if index < last and wanted.language in ("", self.languages[index]):
                yield index

    def _containing(self, text: str) -> Iterator[int]:
        at = self.text.find(text)
        while at >= 0:
            index = bisect_right(self.starts, at) - 1
            yield index
            following = self.starts[index + 1] if index + 1 < len(self.starts) else len(self.text)
            at = self.text.find(text, following)


class Large:
    """A field of which only what is shown is read."""

    def __init__(self, competition: Competition, order: Order) -> None:
        self.total = len(order.versions)
        self.languages = sorted(set(order.languages))
        self._competition = competition
        self._order = order

    def part(self, wanted: Wanted, first: int, size: int) -> Part:
        """See Field."""
        if wanted == Wanted():
            after = self._order.place(first - 1) if 0 < first <= self.total else None
            rows = leaderboards.page(self._competition, after, size).rows if first < self.total else []
            return Part(rows, self.total)
        fitting = list(self._order.fitting(wanted))
        ranks = {self._order.versions[index]: index + 1 for index in fitting[first : first + size]}
        return Part(leaderboards.picked(self._competition, ranks), len(fitting))

    def standings(self, bots: Collection[int]) -> list[Standing]:
        """See Field."""
        if not bots:
            return []
        where = [index for index, bot in enumerate(self._order.bots) if bot in bots]
        ranks = {self._order.versions[index]: index + 1 for index in where}
        return [
            Standing(row.rank, row.bot, row.name) for row in leaderboards.picked(self._competition, ranks)
        ]


_orders: dict[tuple[int, int], tuple[float, Order]] = {}
_making = threading.Lock()


def _order(competition: Competition) -> Order:
    """The order that is kept; when it is old one visitor makes another while the rest get the old one."""
    key = (competition.pk, competition.current_epoch)
    made, known = _orders.get(key, (0.0, None))
    if known is not None and time.monotonic() - made < ORDER_KEPT_S:
        return known
    if not _making.acquire(blocking=known is None):
        assert known is not None
        return known
    try:
        made, newer = _orders.get(key, (0.0, None))
        if newer is None or newer is known:
            newer = _made(competition)
            _orders[key] = (time.monotonic(), newer)
        return newer
    finally:
        _making.release()


def _made(competition: Competition) -> Order:
    field = leaderboards.in_order(competition)
    words = [f"{name}{BETWEEN}{owner}{BETWEEN}".lower() for *_, name, owner, _ in field]
    starts = array("q", [0])
    for each in words:
        starts.append(starts[-1] + len(each))
    return Order(
        ratings=array("d", [row[0] for row in field]),
        versions=array("q", [row[2] for row in field]),
        bots=array("q", [row[3] for row in field]),
        languages=[row[6] for row in field],
        settled=sum(row[1] <= PROVISIONAL_RD for row in field),
        text="".join(words),
        starts=starts[:-1],
    )
