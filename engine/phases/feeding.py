"""Feeding: turn after turn, one main feeding each, until nobody can or wants to eat (R-FEED)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.attack import attack_text
from engine.eating import BANK, HOLE, PLANT, graze, take
from engine.happenings import ENDED, PASSED, TURN
from engine.losing import discard_from_hand
from engine.phases.feedings import (
    BY_NIGHT,
    END,
    FEED,
    INTELLIGENCE,
    JUST_END,
    SOURCES,
    feedings,
    plain_grazes,
)
from engine.phases.phase import Phase
from engine.question import Option, Options
from engine.strike import AttackPayment, Strike, declare

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table


class Feeding(Phase):
    name = "feeding"
    kind = "feed"

    def start(self, table: Table) -> None:
        table.passes = 0
        begin_turn(table)

    def resume(self, table: Table) -> None:
        """With the turn of the seat on turn, or in the middle of it."""

    def options(self, table: Table) -> Options:
        if table.hurried:
            return self._next_choice(table)
        if not turn_has_begun(table):
            if not find_eater(table):
                return ()
            table.log.extend(TURN[table.turn])
        return feedings(table, table.players[table.turn])

    def _next_choice(self, table: Table) -> Options:
        """Most turns leave no choice: those are made here, one after another, until one leaves one."""
        players = table.players
        if table.fed or table.thought or table.night:
            options = feedings(table, players[table.turn])
            if options is not JUST_END:
                return options
            close_turn(table)
        while find_eater(table):
            player = players[table.turn]
            table.log.extend(TURN[table.turn])
            grazes = plain_grazes(player)
            if grazes is None:
                options = feedings(table, player)
                if len(options) > 1 or options[0][0] != END:
                    return options
                pass_turn(table)
            elif not grazes or not table.watering_hole:
                pass_turn(table)
            elif len(grazes) > 1:
                return grazes
            else:
                graze(table, player.species[grazes[0][1]])
                close_turn(table)
        return ()

    def text(self, table: Table, option: Option) -> str:
        kind = option[0]
        if kind == END:
            return "end"
        species = table.players[table.turn].species[option[1]].id
        if kind == INTELLIGENCE:
            return f"intelligence {species} {table.cards.names[option[2]]}"
        if kind in SOURCES:
            words = f"feed {species}" if SOURCES[kind] == HOLE else f"feed {species} cliff"
        else:
            words = attack_text(table, option)
        return f"nocturnal {words}" if kind in BY_NIGHT else words

    def choose(self, table: Table, option: Option) -> None:
        kind = option[0]
        if kind == END:
            end_turn(table)
        elif kind == INTELLIGENCE:
            think(table, table.players[table.turn], option)
        else:
            feed(table, table.players[table.turn], option)

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
    players = table.players
    if not table.passes and players[table.turn].species:
        return True
    if table.passes and table.passes >= len([player for player in players if player.species]):
        return False
    for _ in players:
        if players[table.turn].species:
            return True
        table.turn = (table.turn + 1) % len(players)
    return False


def end_turn(table: Table) -> None:
    if turn_has_begun(table):
        close_turn(table)
    else:
        pass_turn(table)


def close_turn(table: Table) -> None:
    """The player has done something."""
    table.passes = 0
    table.log.extend(ENDED[table.turn])
    begin_turn(table)
    table.turn = (table.turn + 1) % len(table.players)


def pass_turn(table: Table) -> None:
    table.passes += 1
    table.log.extend(PASSED[table.turn])
    table.turn = (table.turn + 1) % len(table.players)


def feed(table: Table, player: Player, option: Option) -> None:
    """A graze or an attack: the main feeding of the turn, or a free one by night."""
    kind, place = option[0], option[1]
    species = player.species[place]
    if kind == FEED:
        table.fed = True
        graze(table, species)
        return
    nocturnal = kind in BY_NIGHT
    if nocturnal:
        table.night = (*table.night, species.id)
    else:
        table.fed = True
    if kind in SOURCES:
        take(table, species, 1, PLANT, SOURCES[kind], "feed", nocturnal)
    else:
        declare(table, AttackPayment(option[6], Strike.of(table, option, nocturnal)))


def think(table: Table, player: Player, option: Option) -> None:
    species, card = player.species[option[1]], option[2]
    table.thought = True
    discard_from_hand(table, player, card, "intelligence", species.id)
    take(table, species, species.profile.plant_for_card, PLANT, BANK, "intelligence")
