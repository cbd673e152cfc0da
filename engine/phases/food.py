"""Food cards: everybody puts one hand card face-down on the watering hole (R-FOOD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.phases.phase import Phase
from engine.question import Option

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table


class Food(Phase):
    """Simultaneous: asked seat by seat from the first player, who sees no more than the last."""

    name = "food"
    kind = "food"

    def seat(self, table: Table) -> int:
        player = self._next(table)
        return table.first if player is None else player.seat

    def options(self, table: Table) -> Sequence[Option]:
        player = self._next(table)
        if player is None:
            return ()
        most_food, events = table.cards.most_food, table.cards.events
        cards = [card for card in player.hand if card not in events] if events else player.hand
        return [(card,) for card in sorted(cards, key=most_food.__getitem__)]

    def text(self, table: Table, option: Option) -> str:
        return f"food {table.cards.names[option[0]]}"

    def choose(self, table: Table, option: Option) -> None:
        seat = self.seat(table)
        table.players[seat].hand.remove(option[0])
        table.food_cards[seat] = option[0]
        table.log.append(("food-placed", seat, option[0]))

    def _next(self, table: Table) -> Player | None:
        """The next player to place a card; who holds no trait card is passed over (R-FOOD-02)."""
        for player in table.in_turn_order():
            if table.food_cards[player.seat] is None and not table.cards.events.issuperset(player.hand):
                return player
        return None
