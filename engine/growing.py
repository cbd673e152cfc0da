"""How populations and bodies grow, and what new species are like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.player import Player
    from engine.species import Species
    from engine.table import Table

LEFT: Final = "left"
RIGHT: Final = "right"


def grow_population(table: Table, species: Species, why: str) -> None:
    """One more population and what its traits make of that; nothing at the maximum (X-21)."""
    if species.population >= table.terms.max_population:
        return
    species.population += 1
    table.log.extend(("grew", species.id, "population", species.population, why))
    for grown in species.profile.grown:
        grown(table, species)


def grow_body(table: Table, species: Species) -> None:
    """One more body size; on an avian species food moves on to the larger upkeep (A-72)."""
    species.body += 1
    table.log.extend(("grew", species.id, "body", species.body, "card"))
    if species.profile.avian:
        _fill_upkeep(table, species)


def _fill_upkeep(table: Table, species: Species) -> None:
    amount = min(species.food, species.body - species.upkeep)
    if not amount:
        return
    species.food -= amount
    species.upkeep += amount
    table.log.extend(("upkeep-moved", species.id, amount))


def add_land_species(table: Table, player: Player, side: str, why: str) -> Species:
    """A new land species at one end of the row."""
    population, body = table.ruleset.first_species
    species = table.new_species(player, population, body)
    player.species.insert(0 if side == LEFT else len(player.species), species)
    table.log.extend(("new-species", player.seat, species.id, "land", side, why))
    return species
