"""Quick play: all play at once, nobody sees another play before all have ended (R-INFO-02, R-PLAY-09).

The seats are asked one after another and their plays applied to the table at once. What a seat may know is
the table as it was before the phase with its own plays added; they stand together in piles and log, because
nobody else played in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from engine.drawing import draw_to_hand

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table


@final
class Mark:
    """How long discard pile, deck and log were when a seat began to play. Never changed once made."""

    __slots__ = ("deck", "discard", "log")

    def __init__(self, discard: int, deck: int, log: int) -> None:
        self.discard = discard
        self.deck = deck
        self.log = log


@final
class Quick:
    """An open quick-play phase: the table before it, a mark for each seat that has begun, in turn order.

    Never changed once made; `avians_made` counts those of the seat on turn.
    """

    __slots__ = ("avians_made", "before", "marks")

    def __init__(self, before: Table, marks: tuple[Mark, ...] = (), avians_made: int = 0) -> None:
        self.before = before
        self.marks = marks
        self.avians_made = avians_made

    def with_next_seat(self, begun: Mark) -> Quick:
        return Quick(self.before, (*self.marks, begun))

    def with_avians(self, made: int) -> Quick:
        return Quick(self.before, self.marks, made)

    def span(self, table: Table, seat: int) -> tuple[Mark, Mark]:
        """From where to where the plays of a seat lie in piles and log; empty before it has begun."""
        bounds = (*self.marks, mark(table))
        number = min((seat - table.first) % len(table.players), len(bounds) - 1)
        return bounds[number], bounds[min(number + 1, len(bounds) - 1)]

    def has_ended(self, seat: int) -> bool:
        """Whether the turn of the seat is over."""
        return (seat - self.before.first) % len(self.before.players) < len(self.marks) - 1

    def flight_share(self, seat: int) -> list[int]:
        """The Flight cards that a seat may use: the supply shared out, lowest numbers first (R-PLAY-09)."""
        before = self.before
        supply = free_flight_cards(before)[: before.flight_supply]
        number = (seat - before.first) % len(before.players)
        each, more = divmod(len(supply), len(before.players))
        start = number * each + min(number, more)
        return supply[start : start + each + (number < more)]


def mark(table: Table) -> Mark:
    return Mark(len(table.discard), len(table.deck), len(table.log))


def begin(table: Table) -> None:
    before = table.still()
    before.log, before.log_starts = [], []
    table.quick = Quick(before)


def next_seat(table: Table) -> None:
    """The seat on turn begins to play."""
    if table.quick:
        table.quick = table.quick.with_next_seat(mark(table))


def close(table: Table) -> None:
    """All have ended: everybody learns everything, the order of the discards too."""
    quick = table.quick
    if quick is None:
        return
    ends = [*(mark.log for mark in quick.marks[1:]), len(table.log)]
    seats = (player.seat for player in table.in_turn_order())
    table.quick_logs.append(tuple(zip(seats, (mark.log for mark in quick.marks), ends, strict=True)))
    table.quick = None
    table.log.extend(("pile", tuple(table.discard[quick.marks[0].discard :])))
    decks = [*(mark.deck for mark in quick.marks), len(table.deck)]
    for number, player in enumerate(table.in_turn_order()):
        draw_to_hand(table, player, decks[number + 1] - decks[number], "return")


def seen_by(table: Table, seat: int) -> Table:
    """The table as the seat knows it while quick play is open; not to be played on."""
    quick = table.quick
    assert quick is not None
    begun, ended = quick.span(table, seat)
    seen = quick.before.still()
    seen.players[seat] = table.players[seat]
    seen.discard += table.discard[begun.discard : ended.discard]
    seen.deck += table.deck[begun.deck : ended.deck]
    seen.flight_supply += flying(quick.before.players[seat]) - flying(table.players[seat])
    seen.turn = seat
    if seat == table.turn:
        seen.pending = table.pending
    return seen


def flying(player: Player) -> int:
    return sum(1 for species in player.species if species.profile.avian)


def free_flight_cards(table: Table) -> list[int]:
    """The Flight cards that lie on no board, lowest numbers first."""
    used = {card for player in table.players for species in player.species for card in species.traits}
    return [card for card in table.cards.flight if card not in used]
