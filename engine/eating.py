"""How food arrives: a take, where its tokens go, and what it brings along (R-TAKE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table

PLANT: Final = "plant"
MEAT: Final = "meat"
HOLE: Final = "hole"
BANK: Final = "bank"
CLIFF: Final = "cliff"

UNLIMITED: Final = 1 << 30  # the tokens of the Food Bank


def stock(table: Table, source: str) -> int:
    """How many tokens a source holds."""
    if source == HOLE:
        return table.watering_hole
    if source == CLIFF:
        return table.cliff
    return UNLIMITED


def take(
    table: Table, species: Species, amount: int, kind: str, source: str, why: str, nocturnal: bool = False
) -> None:
    """`species` takes up to `amount` tokens; void for a Carnivore and plants, a full one, an empty source."""
    profile = species.profile
    if profile.carnivore and kind == PLANT:
        return
    capacity, available = species.capacity(), stock(table, source)
    if amount > capacity:
        amount = capacity
    if amount > available:
        amount = available
    if amount <= 0:
        return
    extra = 0
    population, upkeep, fat = _place(species, amount)
    if profile.extra_plant and kind == PLANT:
        extra = min(profile.extra_plant, species.room(), available - amount)
        more_population, more_upkeep, _ = _place(species, extra)
        population, upkeep = population + more_population, upkeep + more_upkeep
    amount += extra
    if source == HOLE:
        table.watering_hole -= amount
    elif source == CLIFF:
        table.cliff -= amount
    table.log.extend(
        ("took", species.id, kind, source, amount, population, upkeep, fat, extra, why, nocturnal)
    )
    if profile.feeds_neighbour:
        neighbour = table.players[species.owner].right_of(species)
        if neighbour is not None:
            take(table, neighbour, 1, kind, source, "cooperation")


def graze(table: Table, species: Species) -> None:
    """The plainest take, by far the most frequent: one plant from the hole, for which there is room."""
    profile = species.profile
    if profile.feeds_neighbour or profile.extra_plant or profile.eats_on:
        take(table, species, 1, PLANT, HOLE, "feed")
        return
    table.watering_hole -= 1
    species.food += 1
    table.log.extend(("took", species.id, PLANT, HOLE, 1, 1, 0, 0, 0, "feed", False))


def put_on_board(species: Species, amount: int) -> tuple[int, int]:
    """Upkeep first, then population (R-TAKE-02, A-90); there must be room. Says how many went where."""
    upkeep = min(amount, species.body - species.upkeep) if species.profile.avian else 0
    species.upkeep += upkeep
    species.food += amount - upkeep
    return amount - upkeep, upkeep


def _place(species: Species, amount: int) -> tuple[int, int, int]:
    """Puts tokens for which there is capacity on the board, then on Fat Tissue; says how many where."""
    if not species.profile.eats_on:
        species.food += amount
        return amount, 0, 0
    on_board = min(amount, species.room())
    population, upkeep = put_on_board(species, on_board)
    species.fat += amount - on_board
    return population, upkeep, amount - on_board
