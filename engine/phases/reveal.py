"""The food cards are revealed and fill the watering hole (R-REV)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.phases.phase import Phase

if TYPE_CHECKING:
    from engine.table import Table


class Reveal(Phase):
    name = "reveal"

    def start(self, table: Table) -> None:
        change_hole(table, turn_up_food(table), "food-cards")
        if table.terms.flight:
            table.cliff += len(table.players)  # R-REV-02
            table.log.extend(("cliff", len(table.players), table.cliff, "round"))
        discard_food(table)


def turn_up_food(table: Table) -> int:
    """The total of the food cards, now known to all."""
    total = sum(table.cards.food[card] for card in table.food_cards if card is not None)
    table.log.extend(("food-revealed", tuple(table.food_cards), total))
    return total


def change_hole(table: Table, change: int, why: str) -> None:
    """Adds to the watering hole or removes from it, never below nothing (A-78)."""
    change = max(change, -table.watering_hole)
    if not change:
        return
    table.watering_hole += change
    table.log.extend(("hole", change, table.watering_hole, why))


def discard_food(table: Table) -> None:
    """In turn order (R-REV-03)."""
    for player in table.in_turn_order():
        card = table.food_cards[player.seat]
        if card is not None:
            table.discard.append(card)
            table.log.extend(("discarded", player.seat, card, "food", None, "food-card"))
    table.food_cards = [None] * len(table.players)
