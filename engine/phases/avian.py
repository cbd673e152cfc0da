"""A new avian species: two cards discarded, a Flight card from the supply (R-PLAY-02, A-57, A-114)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.growing import LEFT, RIGHT
from engine.losing import discard_from_hand
from engine.payment import Payment
from engine.quick import free_flight_cards

if TYPE_CHECKING:
    from engine.player import Player
    from engine.question import Option
    from engine.table import Table

SIDES: Final = (LEFT, RIGHT)


class AvianPayment(Payment):
    """The second card for an avian species."""

    __slots__ = ("side",)

    def __init__(self, side: str) -> None:
        self.owed = 1
        self.side = side

    def why(self) -> str:
        return "avian"

    def paid(self, table: Table) -> None:
        add_avian(table, table.players[table.turn], self.side)

    def save(self, table: Table) -> dict[str, Any]:
        return {"side": self.side}

    @classmethod
    def load(cls, table: Table, saved: Mapping[str, Any]) -> AvianPayment:
        if saved["side"] not in SIDES or not table.players[table.turn].hand or not table.flight_supply:
            raise ValueError("an avian species cannot be paid for")
        return cls(saved["side"])


def new_avian(table: Table, player: Player, option: Option) -> None:
    _, card, side = option
    discard_from_hand(table, player, card, "avian")
    table.pending = AvianPayment(SIDES[side])


def add_avian(table: Table, player: Player, side: str) -> None:
    card = next_flight_card(table, player)
    species = table.new_species(player, *table.ruleset.avian_start)
    player.species.insert(0 if side == LEFT else len(player.species), species)
    table.log.extend(("new-species", player.seat, species.id, "avian", side, "card"))
    table.flight_supply -= 1
    species.traits.append(card)
    table.read_traits(species)
    table.log.extend(("flight-card", species.id, card, "taken"))


def next_flight_card(table: Table, player: Player) -> int:
    """The lowest number that lies on no board, in quick play of the own share (R-PLAY-09)."""
    free = free_flight_cards(table)
    if table.quick is None:
        return free[0]
    share = table.quick.flight_share(player.seat)
    table.quick = table.quick.with_avians(table.quick.avians_made + 1)
    return next(card for card in free if card in share)
