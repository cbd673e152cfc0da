"""Which hand cards pay, asked one by one before what they pay for happens (D-GEN-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.losing import discard_from_hand
from engine.question import Option, Options, Pending

if TYPE_CHECKING:
    from engine.table import Table


class Payment(Pending):
    """`owed` more cards of the seat on turn; then `paid` happens. One class for each thing to be paid."""

    kind = "discard"
    __slots__ = ("owed",)

    owed: int

    def options(self, table: Table) -> Options:
        hand = table.players[table.turn].hand
        cards = sorted(hand, key=table.cards.least_food.__getitem__)
        if len(hand) == self.owed:
            return [(cards[0],)]  # all of them go: the order is no choice
        return [(card,) for card in cards]

    def text(self, table: Table, option: Option) -> str:
        return f"discard {table.cards.names[option[0]]}"

    def choose(self, table: Table, option: Option) -> None:
        discard_from_hand(table, table.players[table.turn], option[0], self.why())
        if self.owed > 1:
            table.pending = self.with_one_less()
            return
        table.pending = None
        self.paid(table)

    def why(self) -> str:
        """What the discard record gives as the reason."""
        return "paid"

    def with_one_less(self) -> Payment:
        raise NotImplementedError

    def paid(self, table: Table) -> None:
        raise NotImplementedError
