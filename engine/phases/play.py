"""Play: traits, new species and growth for hand cards (R-PLAY)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine import quick
from engine.growing import LEFT, RIGHT, add_land_species, grow_body, grow_population
from engine.losing import discard_from_hand, lose_trait
from engine.phases import plays
from engine.phases.avian import new_avian
from engine.phases.phase import Phase
from engine.phases.plays import Plays
from engine.phases.returning import offer_return
from engine.phases.turns import begin_turn, end_turn
from engine.question import Option

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table

SIDES = (LEFT, RIGHT)


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

    def options(self, table: Table) -> Sequence[Option]:
        return Plays(table, table.players[table.turn])

    def text(self, table: Table, option: Option) -> str:
        return self.texts(table, [option])[0]

    def texts(self, table: Table, options: Iterable[Option]) -> list[str]:
        """Many, as these lists are long: names and ids are looked up once."""
        names = table.cards.names
        ids = [species.id for species in table.players[table.turn].species]
        written = []
        for option in options:
            kind = option[0]
            if kind in ON_SPECIES:
                written.append(f"{ON_SPECIES[kind]} {names[option[1]]} {ids[option[2]]}")
            elif kind in AT_SIDES:
                written.append(f"{AT_SIDES[kind]} {names[option[1]]} {SIDES[option[2]]}")
            elif kind == plays.REPLACE:
                written.append(f"replace {names[option[3]]} {names[option[1]]} {ids[option[2]]}")
            else:
                written.append("end" if kind == plays.END else f"remove {names[option[1]]}")
        return written

    def choose(self, table: Table, option: Option) -> None:
        if option[0] != plays.END:
            ACTIONS[option[0]](table, table.players[table.turn], option)
        elif table.ruleset.returns_cards:
            offer_return(table)
        else:
            end_turn(table)


ON_SPECIES = {plays.TRAIT: "trait", plays.POPULATION: "population", plays.BODY: "body"}
AT_SIDES = {plays.SPECIES: "species", plays.AVIAN: "avian"}


def play_trait(table: Table, player: Player, option: Option) -> None:
    _, card, place = option
    put_face_down(table, player, card, place)


def put_face_down(table: Table, player: Player, card: int, place: int) -> None:
    species = player.species[place]
    player.hand.remove(card)
    species.hidden.append(card)
    species.names |= table.cards.bits[card]
    table.log.append(("played", player.seat, species.id, card))


def replace_trait(table: Table, player: Player, option: Option) -> None:
    _, card, place, old = option
    lose_trait(table, player.species[place], old, "replaced")
    put_face_down(table, player, card, place)


def remove_trait(table: Table, player: Player, option: Option) -> None:
    _, card, place = option
    lose_trait(table, player.species[place], card, "removed")


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


ACTIONS = {
    plays.TRAIT: play_trait,
    plays.REPLACE: replace_trait,
    plays.SPECIES: new_species,
    plays.AVIAN: new_avian,
    plays.POPULATION: add_population,
    plays.BODY: add_body,
    plays.REMOVE: remove_trait,
}
