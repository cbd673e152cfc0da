"""Events: one circuit in which each player may play event cards (R-EVT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.event_cards import EVENT_CARDS
from engine.happenings import ENDED, TURN
from engine.phases.phase import Phase
from engine.question import Option, Options

if TYPE_CHECKING:
    from engine.event_cards.event import Event
    from engine.table import Table

END: Final[Option] = (-1,)


class Events(Phase):
    name = "events"
    kind = "event"

    def start(self, table: Table) -> None:
        table.log.extend(TURN[table.turn])

    def resume(self, table: Table) -> None:
        """With the turn of the seat on turn, or in the middle of it."""

    def options(self, table: Table) -> Options:
        player = table.players[table.turn]
        cards = sorted(table.cards.events.intersection(player.hand))
        return [
            END,
            *(option for card in cards for option in event_of(table, card).options(table, player, card)),
        ]

    def text(self, table: Table, option: Option) -> str:
        return "end" if option == END else event_of(table, option[0]).text(table, option)

    def choose(self, table: Table, option: Option) -> None:
        if option != END:
            event_of(table, option[0]).play(table, table.players[table.turn], option)
            return
        table.log.extend(ENDED[table.turn])
        following = (table.turn + 1) % len(table.players)
        if following == table.first:
            self.finish(table)
            return
        table.turn = following
        table.log.extend(TURN[following])


def event_of(table: Table, card: int) -> Event:
    return EVENT_CARDS[table.cards.kinds[card]]
