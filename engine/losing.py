"""How population, food, traits and whole species are lost (R-ATT-04, R-EXT, R-PLAY-05, R-PLAY-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.drawing import draw_to_hand

if TYPE_CHECKING:
    from engine.player import Player
    from engine.species import Species
    from engine.table import Table


def lose_population(table: Table, species: Species, amount: int, why: str) -> None:
    """Excess food goes to the owner's bag. At 0 the species still lies there: see `bury`."""
    species.population -= amount
    table.log.extend(("lost", species.id, "population", amount, species.population, why))
    excess = species.food - species.population
    if excess > 0 and species.population:
        species.food = species.population
        put_in_bag(table, species, excess, "excess")


def put_in_bag(table: Table, species: Species, amount: int, why: str) -> None:
    if not amount:
        return
    table.players[species.owner].bag += amount
    table.log.extend(("bagged", species.owner, species.id, amount, why))


def bury(table: Table, species: Species) -> None:
    """Extinction (R-EXT-01): food to the bag, cards to the discard pile, as many drawn."""
    player = table.players[species.owner]
    put_in_bag(table, species, species.food + species.fat, "extinct")
    return_upkeep(table, species)
    player.species.remove(species)
    table.log.extend(("extinct", species.id, player.seat))
    cards = species.traits + species.hidden
    for card in cards:
        _put_away(table, species, card, "extinct")
    draw_to_hand(table, player, len(cards), "extinction")


def bury_dead(table: Table) -> None:
    """Everything at population 0, in board order, each fully before the next (A-25)."""
    for player in table.in_turn_order():
        for species in player.species[:]:
            if not species.population:
                bury(table, species)


def return_upkeep(table: Table, species: Species) -> None:
    """Tokens on the upkeep places go to the Food Bank (R-END-03)."""
    if not species.upkeep:
        return
    table.log.extend(("upkeep-returned", species.id, species.upkeep))
    species.upkeep = 0


def lose_trait(table: Table, species: Species, card: int, why: str) -> None:
    """One card leaves a species in its owner's play turn; its fat and upkeep go with it."""
    (species.traits if card in species.traits else species.hidden).remove(card)
    table.read_traits(species)
    if not species.profile.stores_fat:
        put_in_bag(table, species, species.fat, "fat")
        species.fat = 0
    if not species.profile.avian:
        return_upkeep(table, species)
    _put_away(table, species, card, why)


def _put_away(table: Table, species: Species, card: int, why: str) -> None:
    if card in table.cards.flight:
        table.flight_supply += 1
        table.log.extend(("flight-card", species.id, card, "returned"))
    else:
        table.discard.append(card)
        table.log.extend(("discarded", species.owner, card, "species", species.id, why))


def discard_from_hand(table: Table, player: Player, card: int, why: str, species: str | None = None) -> None:
    """Face-up onto the pile (R-PLAY-03)."""
    player.hand.remove(card)
    table.discard.append(card)
    table.log.extend(("discarded", player.seat, card, "hand", species, why))
