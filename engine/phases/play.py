"""Play: traits, new species and growth for hand cards (R-PLAY)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import quick
from engine.growing import add_land_species, grow_body, grow_population
from engine.losing import discard_from_hand, lose_trait
from engine.phases.avian import new_avian
from engine.phases.phase import Phase
from engine.phases.plays import (
    AVIAN,
    BODY,
    POPULATION,
    REMOVE,
    REPLACE,
    SIDES,
    SPECIES,
    TRAIT,
    Plays,
    play_text,
)
from engine.phases.returning import offer_return
from engine.phases.turns import begin_turn, end_turn
from engine.question import Option, Options

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table


class Play(Phase):
    """In turn order, one action a question until END."""

    name = "play"
    kind = "play"

    def start(self, table: Table) -> None:
        if table.settings.quick_play:
            quick.begin(table)
        begin_turn(table)

    def resume(self, table: Table) -> None:
        """With the turn of the seat on turn; quick play has no other start than its own (R-PLAY-09)."""
        if table.settings.quick_play and table.quick is None:
            quick.begin(table)
            quick.next_seat(table)

    def options(self, table: Table) -> Options:
        return Plays(table, table.players[table.turn])

    def same_options(self, copy: Table, options: Options) -> Options:
        return self.options(copy)

    def text(self, table: Table, option: Option) -> str:
        return play_text(table, option)

    def texts(self, table: Table, options: Options) -> list[str]:
        assert isinstance(options, Plays)
        return options.texts()

    def choose(self, table: Table, option: Option) -> None:
        kind, player = option[0], table.players[table.turn]
        if kind == TRAIT:
            put_face_down(table, player, option[1], option[2])
        elif kind == REPLACE:
            replace_trait(table, player, option)
        elif kind == SPECIES:
            new_species(table, player, option)
        elif kind == AVIAN:
            new_avian(table, player, option)
        elif kind == POPULATION:
            add_population(table, player, option)
        elif kind == BODY:
            add_body(table, player, option)
        elif kind == REMOVE:
            lose_trait(table, player.species[option[2]], option[1], "removed")
        elif table.terms.returns_cards:
            offer_return(table)
        else:
            end_turn(table)


def put_face_down(table: Table, player: Player, card: int, place: int) -> None:
    species = player.species[place]
    player.hand.remove(card)
    species.hidden.append(card)
    species.held += 1
    species.names |= table.cards.bits[card]
    table.log.extend(("played", player.seat, species.id, card))


def replace_trait(table: Table, player: Player, option: Option) -> None:
    _, card, place, old = option
    lose_trait(table, player.species[place], old, "replaced")
    put_face_down(table, player, card, place)


def new_species(table: Table, player: Player, option: Option) -> None:
    _, card, side = option
    discard_from_hand(table, player, card, "species")
    add_land_species(table, player, SIDES[side], "card")


def add_population(table: Table, player: Player, option: Option) -> None:
    _, card, place = option
    species = player.species[place]
    discard_from_hand(table, player, card, "growth", species.id)
    grow_population(table, species, "card")


def add_body(table: Table, player: Player, option: Option) -> None:
    _, card, place = option
    species = player.species[place]
    discard_from_hand(table, player, card, "growth", species.id)
    grow_body(table, species)
