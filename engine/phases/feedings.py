"""All that a player may do in a feeding turn (D-06, R-FEED)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.attack import attack_options, in_reach, means_in_feeding
from engine.eating import CLIFF, HOLE
from engine.question import Option

if TYPE_CHECKING:
    from engine.player import Player
    from engine.species import Species
    from engine.table import Table

END: Final = 0
FEED: Final = 1
FEED_AT_CLIFF: Final = 2
ATTACK: Final = 3
INTELLIGENCE: Final = 4
NIGHT_FEED: Final = 5
NIGHT_FEED_AT_CLIFF: Final = 6
NIGHT_ATTACK: Final = 7
"""The kind of a feeding is the first number of its option. What follows: feed: place of the species;
attack: see attack_options; intelligence: place of the species, card. By night: Nocturnal's free feedings."""

BY_NIGHT: Final = frozenset({NIGHT_FEED, NIGHT_FEED_AT_CLIFF, NIGHT_ATTACK})
AT_NIGHT: Final = {FEED: NIGHT_FEED, FEED_AT_CLIFF: NIGHT_FEED_AT_CLIFF}
SOURCES: Final = {FEED: HOLE, NIGHT_FEED: HOLE, FEED_AT_CLIFF: CLIFF, NIGHT_FEED_AT_CLIFF: CLIFF}

JUST_END: Final[list[Option]] = [(END,)]  # never changed


def feedings(table: Table, player: Player) -> list[Option]:
    """Every feeding of the turn in canonical order (D-06)."""
    if table.fed:
        more = thoughts(table, player)
        return JUST_END + more if more else JUST_END
    main = main_feedings(table, player)
    if main is None:
        return JUST_END
    if table.terms.nights and not table.thought:
        main += night_feedings(table, player)
    return main + thoughts(table, player) if player.hand else main


def plain_grazes(player: Player) -> list[Option] | None:
    """A graze at the hole for every species with room for food; None where one could do anything else.

    With food on the hole these are all options: nobody thinks, hunts, flies, or feeds by night or when sated.
    """
    grazes: list[Option] = []
    for place, species in enumerate(player.species):
        profile = species.profile
        if species.food >= species.population and not profile.eats_on:
            continue
        if profile.particular:
            return None
        grazes.append((FEED, place))
    return grazes


def main_feedings(table: Table, player: Player) -> list[Option] | None:
    """END, unless a feeding is compulsory; grazes; attacks (R-FEED-05). None when nobody may eat."""
    grazes: list[Option] = []
    attacks: list[Option] = []
    sated: list[int] = []
    compulsory = somebody = False
    for place, species in enumerate(player.species):
        profile, unfed = species.profile, species.population - species.food
        if unfed <= 0 and not (profile.eats_on and species.capacity() > 0):
            continue
        somebody = True
        if profile.carnivore:
            ways = attack_options(table, ATTACK, place, means_in_feeding(table, species))
            attacks += ways
            must = any(unconditional(table, way) for way in ways)
        else:
            must = add_grazes(table, place, species, grazes)
        if unfed <= profile.hunger_ignored:
            sated.append(place)
        elif must:
            compulsory = True
    if not compulsory:
        return [*JUST_END, *grazes, *attacks] if somebody else None
    if sated and table.terms.hungry_first:
        return [way for way in grazes + attacks if way[1] not in sated]
    return grazes + attacks if attacks else grazes


def unconditional(table: Table, attack: Option) -> bool:
    """An attack that needs no card of Intelligence or Flight; Mud Wallowing's is no choice (A-41, A-42)."""
    ignored, owed = attack[4], attack[6]
    return not ignored and (table.terms.mud_compulsory or not owed)


def add_grazes(table: Table, place: int, species: Species, grazes: list[Option]) -> bool:
    """R-FEED-02: the hole, for an avian species the cliff too; whether there is a source at all."""
    if table.watering_hole:
        grazes.append((FEED, place))
    if table.cliff and species.profile.avian:
        grazes.append((FEED_AT_CLIFF, place))
        return True
    return table.watering_hole > 0


def night_feedings(table: Table, player: Player) -> list[Option]:
    """A free feeding for each Nocturnal species that no Carnivore can reach now (R-TRAIT-NOCTURNAL, A-49)."""
    found: list[Option] = []
    for place, species in enumerate(player.species):
        if not species.profile.feeds_at_night or species.id in table.night:
            continue
        if species.capacity() <= 0 or in_reach(table, species):
            continue
        if species.profile.carnivore:
            found += attack_options(table, NIGHT_ATTACK, place, means_in_feeding(table, species))
        else:
            grazes: list[Option] = []
            add_grazes(table, place, species, grazes)
            found += [(AT_NIGHT[graze[0]], place) for graze in grazes]
    return found


def thoughts(table: Table, player: Player) -> list[Option]:
    """Intelligence of plant eaters: any number of times a turn (R-FEED-07)."""
    if not player.hand:
        return []
    places: list[int] = []
    for place, species in enumerate(player.species):
        profile = species.profile
        if profile.plant_for_card and not profile.carnivore and species.capacity() > 0:
            places.append(place)
    if not places:
        return []
    cards = sorted(player.hand, key=table.cards.least_food.__getitem__)
    return [(INTELLIGENCE, place, card) for place in places for card in cards]
