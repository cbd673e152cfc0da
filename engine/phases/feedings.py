"""All that a player may do in a feeding turn (D-06, R-FEED)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.attack import attack_options, in_reach, means_in_feeding
from engine.eating import CLIFF, HOLE
from engine.question import Option

if TYPE_CHECKING:
    from engine.player import Player
    from engine.species import Species
    from engine.table import Table

END, FEED, FEED_AT_CLIFF, ATTACK, INTELLIGENCE, NIGHT_FEED, NIGHT_FEED_AT_CLIFF, NIGHT_ATTACK = range(8)
"""The kind of a feeding is the first number of its option. What follows: feed: place of the species;
attack: see attack_options; intelligence: place of the species, card. By night: Nocturnal's free feedings."""

BY_NIGHT = frozenset({NIGHT_FEED, NIGHT_FEED_AT_CLIFF, NIGHT_ATTACK})
AT_NIGHT = {FEED: NIGHT_FEED, FEED_AT_CLIFF: NIGHT_FEED_AT_CLIFF}
SOURCES = {FEED: HOLE, NIGHT_FEED: HOLE, FEED_AT_CLIFF: CLIFF, NIGHT_FEED_AT_CLIFF: CLIFF}

JUST_END: list[Option] = [(END,)]  # never changed

Eaters = list[tuple[int, "Species"]]
"""The species of a player that may eat (R-DER-05), each with its place in the row."""


def feedings(table: Table, player: Player) -> list[Option]:
    """Every feeding of the turn in canonical order (D-06)."""
    if table.fed:
        return [*JUST_END, *thoughts(table, player)]
    eaters = [
        (place, species)
        for place, species in enumerate(player.species)
        if species.population > species.food or (species.profile.eats_on and species.capacity() > 0)
    ]
    if not eaters:
        return JUST_END
    main = main_feedings(table, eaters)
    if table.nights and not table.thought:
        main += night_feedings(table, eaters)
    return main + thoughts(table, player)


def main_feedings(table: Table, eaters: Eaters) -> list[Option]:
    """END, unless a feeding is compulsory; grazes; attacks (R-FEED-05)."""
    grazes: list[Option] = []
    attacks: list[Option] = []
    sated: list[int] = []
    compulsory = False
    for place, species in eaters:
        if species.profile.carnivore:
            ways = attack_options(table, ATTACK, place, means_in_feeding(table, species))
            attacks += ways
            must = any(unconditional(table, way) for way in ways)
        else:
            ways = graze_options(table, place, species.profile.avian)
            grazes += ways
            must = len(ways) > 0
        if not species.hungry():
            sated.append(place)
        elif must:
            compulsory = True
    if not compulsory:
        return [*JUST_END, *grazes, *attacks]
    if sated and table.ruleset.hungry_first:
        return [way for way in grazes + attacks if way[1] not in sated]
    return grazes + attacks


def unconditional(table: Table, attack: Option) -> bool:
    """An attack that needs no card of Intelligence or Flight; Mud Wallowing's is no choice (A-41, A-42)."""
    ignored, owed = attack[4], attack[6]
    return not ignored and (table.ruleset.mud_compulsory or not owed)


def graze_options(table: Table, place: int, avian: bool) -> list[Option]:
    """R-FEED-02: the hole, for an avian species the cliff too."""
    sources: list[Option] = []
    if table.watering_hole:
        sources.append((FEED, place))
    if avian and table.cliff:
        sources.append((FEED_AT_CLIFF, place))
    return sources


def night_feedings(table: Table, eaters: Eaters) -> list[Option]:
    """A free feeding for each Nocturnal species that no Carnivore can reach now (R-TRAIT-NOCTURNAL, A-49)."""
    found: list[Option] = []
    for place, species in eaters:
        if not species.profile.feeds_at_night or species.id in table.night or in_reach(table, species):
            continue
        if species.profile.carnivore:
            found += attack_options(table, NIGHT_ATTACK, place, means_in_feeding(table, species))
        else:
            grazes = graze_options(table, place, species.profile.avian)
            found += [(AT_NIGHT[kind], place) for kind, _ in grazes]
    return found


def thoughts(table: Table, player: Player) -> list[Option]:
    """Intelligence of plant eaters: any number of times a turn (R-FEED-07)."""
    if not player.hand:
        return []
    places = [
        place
        for place, species in enumerate(player.species)
        if species.profile.plant_for_card and not species.profile.carnivore and species.capacity() > 0
    ]
    if not places:
        return []
    cards = sorted(player.hand, key=table.cards.least_food.__getitem__)
    return [(INTELLIGENCE, place, card) for place in places for card in cards]
