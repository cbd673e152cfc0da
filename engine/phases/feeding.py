"""Feeding: turn after turn, one main feeding each, until nobody can or wants to eat (R-FEED)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.attack import AttackPayment, Strike, attack_options, declare, in_reach, means_in_feeding
from engine.eating import BANK, CLIFF, HOLE, PLANT, take
from engine.losing import discard_from_hand
from engine.phases.phase import Phase
from engine.question import Option

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table

END, FEED, FEED_AT_CLIFF, ATTACK, INTELLIGENCE, NIGHT_FEED, NIGHT_FEED_AT_CLIFF, NIGHT_ATTACK = range(8)
"""The kind of a feeding is the first number of its option. What follows: feed: place of the species;
attack: see attack_options; intelligence: place of the species, card. By night: Nocturnal's free feedings."""

BY_NIGHT = frozenset({NIGHT_FEED, NIGHT_FEED_AT_CLIFF, NIGHT_ATTACK})
SOURCES = {FEED: HOLE, NIGHT_FEED: HOLE, FEED_AT_CLIFF: CLIFF, NIGHT_FEED_AT_CLIFF: CLIFF}

ONLY_END: tuple[Option, ...] = ((END,),)


class Feeding(Phase):
    name = "feeding"
    kind = "feed"

    def start(self, table: Table) -> None:
        table.passes = 0
        begin_turn(table)

    def resume(self, table: Table) -> None:
        """With the turn of the seat on turn, or in the middle of it."""

    def options(self, table: Table) -> Sequence[Option]:
        if not turn_has_begun(table):
            if not find_eater(table):
                return ()
            table.log.append(("turn", table.turn))
        player = table.players[table.turn]
        if table.fed:
            return [(END,), *thoughts(table, player)]
        night = [] if table.thought else night_feedings(table, player)
        return [*main_feedings(table, player), *night, *thoughts(table, player)]

    def text(self, table: Table, option: Option) -> str:
        kind, *details = option
        if kind == END:
            return "end"
        if kind in (ATTACK, NIGHT_ATTACK):
            return Strike.of(table, option, nocturnal=kind == NIGHT_ATTACK).text()
        species = table.players[table.turn].species[details[0]].id
        if kind == INTELLIGENCE:
            return f"intelligence {species} {table.cards.names[details[1]]}"
        words = f"feed {species}" if SOURCES[kind] == HOLE else f"feed {species} cliff"
        return f"nocturnal {words}" if kind in BY_NIGHT else words

    def choose(self, table: Table, option: Option) -> None:
        player = table.players[table.turn]
        kind = option[0]
        if kind == END:
            end_turn(table)
        elif kind == INTELLIGENCE:
            think(table, player, option)
        else:
            feed(table, player, option)

    def finish(self, table: Table) -> None:
        table.passes = 0
        super().finish(table)


def turn_has_begun(table: Table) -> bool:
    return table.fed or table.thought or bool(table.night)


def begin_turn(table: Table) -> None:
    table.fed = table.thought = False
    table.night = ()


def find_eater(table: Table) -> bool:
    """Moves the turn on to a player with species; false when all of them have passed (R-FEED-10)."""
    eaters = sum(1 for player in table.players if player.species)
    if table.passes >= eaters:
        return False
    while not table.players[table.turn].species:
        table.turn = (table.turn + 1) % len(table.players)
    return True


def end_turn(table: Table) -> None:
    if turn_has_begun(table):
        table.passes = 0
        table.log.append(("ended", table.turn))
    else:
        table.passes += 1
        table.log.append(("passed", table.turn))
    table.turn = (table.turn + 1) % len(table.players)
    begin_turn(table)


def main_feedings(table: Table, player: Player) -> list[Option]:
    """END, unless a feeding is compulsory; grazes; attacks (D-06, R-FEED-05)."""
    grazes: list[Option] = []
    attacks: list[Option] = []
    compulsory = False
    hungry_places = set()
    for place, species in enumerate(player.species):
        if species.capacity() <= 0:
            continue
        hungry = species.hungry()
        if hungry:
            hungry_places.add(place)
        if species.profile.carnivore:
            ways = attack_options(table, ATTACK, place, means_in_feeding(table, species))
            attacks += ways
            compulsory = compulsory or (hungry and any(unconditional(table, way) for way in ways))
        else:
            ways = graze_options(table, place, species.profile.avian)
            grazes += ways
            compulsory = compulsory or (hungry and bool(ways))
    if not compulsory:
        return [(END,), *grazes, *attacks]
    if table.ruleset.hungry_first:
        return [way for way in grazes + attacks if way[1] in hungry_places]
    return grazes + attacks


def night_feedings(table: Table, player: Player) -> list[Option]:
    """A free feeding for each Nocturnal species that no Carnivore can reach now (R-TRAIT-NOCTURNAL, A-49)."""
    found: list[Option] = []
    for place, species in enumerate(player.species):
        if not species.profile.feeds_at_night or species.id in table.night or species.capacity() <= 0:
            continue
        if in_reach(table, species):
            continue
        if species.profile.carnivore:
            found += attack_options(table, NIGHT_ATTACK, place, means_in_feeding(table, species))
        else:
            grazes = graze_options(table, place, species.profile.avian)
            found += [(AT_NIGHT[kind], place) for kind, _ in grazes]
    return found


AT_NIGHT = {FEED: NIGHT_FEED, FEED_AT_CLIFF: NIGHT_FEED_AT_CLIFF}


def feed(table: Table, player: Player, option: Option) -> None:
    """A graze or an attack: the main feeding of the turn, or a free one by night."""
    kind, place = option[:2]
    nocturnal = kind in BY_NIGHT
    species = player.species[place]
    if nocturnal:
        table.night = (*table.night, species.id)
    else:
        table.fed = True
    if kind in SOURCES:
        take(table, species, 1, PLANT, SOURCES[kind], "feed", nocturnal)
    else:
        declare(table, AttackPayment(option[6], Strike.of(table, option, nocturnal)))


def unconditional(table: Table, attack: Option) -> bool:
    """An attack that needs no card of Intelligence or Flight; Mud Wallowing's is no choice (A-41, A-42)."""
    return not attack[4] and (table.ruleset.mud_compulsory or not attack[6])


def graze_options(table: Table, place: int, avian: bool) -> list[Option]:
    """R-FEED-02: the hole, for an avian species the cliff too."""
    sources: list[Option] = []
    if table.watering_hole:
        sources.append((FEED, place))
    if avian and table.cliff:
        sources.append((FEED_AT_CLIFF, place))
    return sources


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


def think(table: Table, player: Player, option: Option) -> None:
    _, place, card = option
    species = player.species[place]
    table.thought = True
    discard_from_hand(table, player, card, "intelligence", species.id)
    take(table, species, species.profile.plant_for_card, PLANT, BANK, "intelligence")
