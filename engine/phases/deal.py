"""Deal: new species for those without, then cards (R-DEAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.drawing import draw
from engine.growing import RIGHT, add_land_species
from engine.phases.phase import Phase
from engine.phases.reveal import change_hole

if TYPE_CHECKING:
    from engine.climate.state import Climate
    from engine.table import Table


class Deal(Phase):
    name = "deal"

    def start(self, table: Table) -> None:
        table.log.extend(("round", table.round, table.first, table.final_round))
        if table.climate and table.climate.wildfire:
            bring_back_food(table, table.climate)
        if table.ruleset.grants_at_deal or table.round == 1:
            give_species(table, "deal")
        for player in table.in_turn_order():
            cards = draw(table, table.ruleset.deal_base + len(player.species))
            player.hand += cards
            table.log.extend(("dealt", player.seat, tuple(cards)))


def bring_back_food(table: Table, climate: Climate) -> None:
    """What a Wildfire held back comes before the deal (R-CEV-WILDFIRE)."""
    amount, climate.wildfire = climate.wildfire, 0
    table.log.extend(("set-aside", -amount, 0))
    change_hole(table, amount, "wildfire")


def give_species(table: Table, why: str) -> None:
    """Every player without a species gets one (R-DEAL-01, R-END-07)."""
    for player in table.in_turn_order():
        if not player.species:
            add_land_species(table, player, RIGHT, why)
