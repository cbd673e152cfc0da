"""Food cards: everybody puts one hand card face-down on the watering hole (R-FOOD)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.phases.phase import Phase
from engine.question import Option, Options

if TYPE_CHECKING:
    from engine.table import Table


class Food(Phase):
    """Simultaneous: asked seat by seat from the first player, who sees no more than the last."""

    name = "food"
    kind = "food"

    def options(self, table: Table) -> Options:
        """Of the next player to place a card; who holds no trait card is passed over (R-FOOD-02)."""
        events = table.cards.events
        for player in table.in_turn_order():
            if table.food_cards[player.seat] is not None:
                continue
            cards = [card for card in player.hand if card not in events] if events else player.hand
            if cards:
                table.turn = player.seat
                return [(card,) for card in sorted(cards, key=table.cards.most_food.__getitem__)]
        return ()

    def text(self, table: Table, option: Option) -> str:
        return f"food {table.cards.names[option[0]]}"

    def choose(self, table: Table, option: Option) -> None:
        (card,) = option
        table.players[table.turn].hand.remove(card)
        table.food_cards[table.turn] = card
        table.log.extend(("food-placed", table.turn, card))
