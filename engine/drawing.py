"""Drawing cards, and what happens when the deck has run out (R-DECK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table


def draw(table: Table, count: int) -> list[int]:
    """Up to `count` cards from the top; fewer only when nothing is left to refill the deck from (X-01)."""
    deck = table.deck
    if len(deck) >= count:
        drawn = deck[:count]
        del deck[:count]
        return drawn
    drawn = deck[:]
    deck.clear()
    while len(drawn) < count:
        if not deck and not _refill(table):
            break
        drawn.append(deck.pop(0))
    return drawn


def draw_to_hand(table: Table, player: Player, count: int, why: str) -> None:
    """The player draws, and everybody sees how many."""
    if not count:
        return
    cards = draw(table, count)
    player.hand += cards
    table.log.extend(("drew", player.seat, tuple(cards), why))


def _refill(table: Table) -> bool:
    """The deck is empty and needed: reserve or discard pile come in, the last round is near (R-DECK-02)."""
    _announce_last_round(table)
    if table.reserve:
        table.deck[:] = table.reserve
        table.reserve = []
        table.log.extend(("reserve", len(table.deck)))
        return True
    if not table.discard:
        return False
    table.deck[:] = table.shuffles.shuffle(table.discard)
    table.discard = []
    table.log.extend(("shuffled", len(table.deck)))
    return True


def _announce_last_round(table: Table) -> None:
    last = table.round if table.phase_name == "deal" else table.round + 1
    if table.final_round is None or last < table.final_round:
        table.final_round = last
        table.log.extend(("last-round", last))
