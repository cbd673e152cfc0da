"""What the game did, one record each, in order (engine/docs/protocol.md 7).

A record is its name, then the fields in the order of FIELDS; cards are numbers. A log holds one record
after another in one flat list: thousands of small tuples would cost more than the game. `told` makes JSON of
the records, for the referee or as one seat knows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from engine.settings import MAX_PLAYERS

if TYPE_CHECKING:
    from engine.cards import Cards
    from engine.table import Table

Record = tuple[Any, ...]

FIELDS: dict[str, tuple[str, ...]] = {
    "phase": ("phase",),
    "turn": ("seat",),
    "ended": ("seat",),
    "round": ("round", "first", "final"),
    "dealt": ("seat", "cards"),
    "drew": ("seat", "cards", "why"),
    "shuffled": ("cards",),
    "reserve": ("cards",),
    "last-round": ("round",),
    "food-placed": ("seat", "card"),
    "played": ("seat", "species", "card"),
    "discarded": ("seat", "card", "from", "species", "why"),
    "flight-card": ("species", "card", "what"),
    "event-played": ("seat", "card", "species"),
    "pile": ("cards",),
    "new-species": ("seat", "species", "kind", "side", "why"),
    "grew": ("species", "what", "to", "why"),
    "returned": ("seat", "cards"),
    "revealed": ("species", "cards"),
    "food-revealed": ("cards", "total"),
    "hole": ("change", "to", "why"),
    "cliff": ("change", "to", "why"),
    "marker": ("from", "to", "why"),
    "climate-event": ("card", "event", "zone"),
    "event-drawn": ("card", "event", "zone"),
    "event-waiting": ("card",),
    "event-returned": ("card",),
    "event-out": ("card",),
    "volcano": ("zone",),
    "set-aside": ("change", "to"),
    "took": (
        *("species", "kind", "source", "amount", "population", "upkeep", "fat", "foraging"),
        *("why", "nocturnal"),
    ),
    "fat-moved": ("species", "amount"),
    "upkeep-moved": ("species", "amount"),
    "attacked": ("attacker", "target", "ambushing", "ignoring", "nocturnal"),
    "lost": ("species", "what", "amount", "to", "why"),
    "bagged": ("seat", "species", "amount", "why"),
    "upkeep-returned": ("species", "amount"),
    "extinct": ("species", "seat"),
    "passed": ("seat",),
    "scored": ("scores", "trait_points", "population_points", "places"),
}

LENGTHS: Final = {name: 1 + len(fields) for name, fields in FIELDS.items()}
"""How many places a record takes in the log."""

TURN: Final[tuple[Record, ...]] = tuple(("turn", seat) for seat in range(MAX_PLAYERS))
ENDED: Final[tuple[Record, ...]] = tuple(("ended", seat) for seat in range(MAX_PLAYERS))
PASSED: Final[tuple[Record, ...]] = tuple(("passed", seat) for seat in range(MAX_PLAYERS))
"""The records that come most often, by seat."""

SECRET = frozenset({"dealt", "drew", "food-placed", "played", "returned"})
"""Records whose cards only their own seat knows."""

CLIMATE_CARDS = frozenset({"climate-event", "event-drawn", "event-waiting", "event-returned", "event-out"})
"""Records whose card is a climate event, written by its name."""

COUNTED = frozenset({"shuffled", "reserve"})
"""Records whose `cards` is a number of cards."""


def told(records: Iterable[Record], cards: Cards, seat: int | None) -> Iterator[dict[str, Any]]:
    """The records as JSON-ready dicts; with a seat, cards that it may not know are only counted."""
    for record in records:
        name = record[0]
        written: dict[str, Any] = {"h": name}
        for field, value in zip(FIELDS[name], record[1:], strict=True):
            written[field] = list(value) if isinstance(value, tuple) else value
        if name in SECRET and seat is not None and written["seat"] != seat:
            _count_cards(written)
        elif name not in CLIMATE_CARDS and name not in COUNTED:
            _name_cards(written, cards)
        yield written


def _count_cards(written: dict[str, Any]) -> None:
    if "cards" in written:
        written["cards"] = len(written["cards"])
    else:
        written["card"] = 1


def _name_cards(written: dict[str, Any], cards: Cards) -> None:
    if "card" in written:
        written["card"] = cards.names[written["card"]]
    elif "cards" in written:
        written["cards"] = [None if card is None else cards.names[card] for card in written["cards"]]


def heard(table: Table, seat: int | None, since: int) -> list[dict[str, Any]]:
    """The happenings from number `since` on, as the seat knows them; seat None knows all."""
    if seat is None or not (table.quick or table.quick_logs):
        starts = known_starts(table)
        records = split(table.log, starts[since]) if since < len(starts) else []
    else:
        records = split(known_to(table, seat), 0)[since:]
    return list(told(records, table.cards, seat))


def known_starts(table: Table) -> list[int]:
    """Where each record begins in the log, worked out on from where somebody looked last."""
    log, starts = table.log, table.log_starts
    following = starts[-1] + LENGTHS[log[starts[-1]]] if starts else 0
    while following < len(log):
        starts.append(following)
        following += LENGTHS[log[following]]
    return starts


def split(log: list[Any], start: int) -> list[Record]:
    """The records of a log, or of parts of one, from the one that begins at `start` on."""
    records: list[Record] = []
    while start < len(log):
        following = start + LENGTHS[log[start]]
        records.append(tuple(log[start:following]))
        start = following
    return records


def known_to(table: Table, seat: int) -> list[Any]:
    """The log in the order in which the seat learns of it: in quick play its own plays come first."""
    log, known, done = table.log, list[Any](), 0
    for parts in table.quick_logs:
        known += log[done : parts[0][1]]
        for _, start, end in sorted(parts, key=lambda part: part[0] != seat):
            known += log[start:end]
            done = max(done, end)
    if table.quick is None:
        return known + log[done:]
    begun, ended = table.quick.span(table, seat)
    return known + log[done : table.quick.marks[0].log] + log[begun.log : ended.log]
