"""Returning cards: at the end of the play turn some go under the deck, as many are drawn (R-PLAY-02)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.drawing import draw_to_hand
from engine.phases.turns import end_turn
from engine.question import Option, Options, Pending

if TYPE_CHECKING:
    from engine.table import Table

END: Final = -1
ENOUGH: Final[Option] = (END,)


class Returning(Pending):
    """Asked again until END or until as many are returned as the deck had before (A-76, D-03)."""

    kind = "return"
    __slots__ = ("limit", "returned")

    def __init__(self, limit: int, returned: int = 0) -> None:
        self.limit = limit
        self.returned = returned

    def options(self, table: Table) -> Options:
        return [ENOUGH, *((card,) for card in sorted(table.players[table.turn].hand))]

    def text(self, table: Table, option: Option) -> str:
        return "end" if option[0] == END else f"return {table.cards.names[option[0]]}"

    def choose(self, table: Table, option: Option) -> None:
        if option[0] == END:
            self._finish(table, self.returned)
            return
        player = table.players[table.turn]
        player.hand.remove(option[0])
        table.deck.append(option[0])
        table.log.extend(("returned", player.seat, option))
        if self.returned + 1 < self.limit and player.hand:
            table.pending = Returning(self.limit, self.returned + 1)
        else:
            self._finish(table, self.returned + 1)

    def _finish(self, table: Table, returned: int) -> None:
        """In quick play the cards are drawn when all have ended (R-PLAY-09)."""
        table.pending = None
        if table.quick is None:
            draw_to_hand(table, table.players[table.turn], returned, "return")
        end_turn(table)

    def save(self, table: Table) -> dict[str, Any]:
        return {"limit": self.limit, "returned": self.returned}

    @classmethod
    def load(cls, table: Table, saved: Mapping[str, Any]) -> Returning:
        limit, returned = saved["limit"], saved["returned"]
        if (
            type(limit) is not int
            or type(returned) is not int
            or not 0 <= returned < limit <= len(table.deck)
        ):
            raise ValueError("more cards returned than there can be")
        return cls(limit, returned)


def offer_return(table: Table) -> None:
    """The end of a play turn: cards may be returned, if there are a hand and a deck."""
    deck = table.quick.before.deck if table.quick else table.deck
    if table.players[table.turn].hand and deck:
        table.pending = Returning(len(deck))
    else:
        end_turn(table)
