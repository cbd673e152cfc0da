"""Who has won (R-SCORE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.losing import put_in_bag

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table


def score(table: Table) -> None:
    """The end of the game: stored fat goes into the bags first (A-99)."""
    for player in table.in_turn_order():
        for species in player.species:
            put_in_bag(table, species, species.fat, "fat")
            species.fat = 0
    final = result(table)
    fields = ("scores", "trait_points", "population_points", "places")
    table.log.extend(("scored", *(tuple(final[field]) for field in fields)))


def result(table: Table) -> dict[str, Any]:
    """Scores and places of a game that is over, by seat; a place is 1 + number of players strictly better."""
    standings = [_standing(player) for player in table.players]
    return {
        "scores": [total for total, _, _ in standings],
        "trait_points": [traits for _, traits, _ in standings],
        "population_points": [population for _, _, population in standings],
        "places": [1 + sum(other > standing for other in standings) for standing in standings],
    }


def _standing(player: Player) -> tuple[int, int, int]:
    """Score, trait points, population points: in the order in which they decide (R-SCORE-02)."""
    population = sum(species.population for species in player.species)
    traits = sum(len(species.traits) for species in player.species)
    return player.bag + population + traits, traits, population
