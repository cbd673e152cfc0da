"""End of feeding: starvation, bags, new species, and whether the game is over (R-END)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.losing import bury_dead, put_in_bag, return_upkeep
from engine.phases.deal import give_species
from engine.phases.environment import move_to
from engine.phases.phase import Phase, enter
from engine.scoring import score

if TYPE_CHECKING:
    from engine.table import Table


class Ending(Phase):
    name = "ending"

    def start(self, table: Table) -> None:
        act_after_feeding(table)
        starve(table)
        empty_boards(table)
        if not table.ruleset.grants_at_deal:
            give_species(table, "grant")
        if table.climate and table.climate.volcano is not None:
            move_to(table, table.climate, table.climate.volcano, "volcano")
            table.climate.volcano = None

    def finish(self, table: Table) -> None:
        if table.round == table.final_round:
            score(table)
            enter(table, table.terms.end)
            return
        table.round += 1
        table.first = (table.first + 1) % len(table.players)
        enter(table, 0)


def act_after_feeding(table: Table) -> None:
    """Migratory, if the watering hole was empty at the start of the step (A-79)."""
    if table.watering_hole:
        return
    for player in table.in_turn_order():
        for species in player.species:
            for act in species.profile.after_feeding:
                act(table, species)


def starve(table: Table) -> None:
    """All lose their unfed population at once, then the dead are buried in board order (R-END-02)."""
    for player in table.in_turn_order():
        for species in player.species:
            lost = species.population - species.food - species.profile.hunger_ignored
            if lost > 0:
                species.population -= lost
                table.log.extend(("lost", species.id, "population", lost, species.population, "starvation"))
    bury_dead(table)


def empty_boards(table: Table) -> None:
    """Food goes to the bags, upkeep to the bank, fat stays (R-END-03)."""
    for player in table.in_turn_order():
        for species in player.species:
            if species.food:
                put_in_bag(table, species, species.food, "end")
                species.food = 0
            return_upkeep(table, species)
