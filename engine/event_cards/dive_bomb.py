"""Dive Bomb: an avian species eats out of turn (R-EVENT-DIVE-BOMB, A-67, A-93)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.attack import Means, attack_options, attack_text
from engine.eating import BANK, CLIFF, HOLE, PLANT, stock, take
from engine.event_cards.event import Event, draw_another, lay_down
from engine.strike import AttackPayment, Strike, declare

if TYPE_CHECKING:
    from engine.player import Player
    from engine.question import Option
    from engine.species import Species
    from engine.table import Table

SOURCES = (HOLE, CLIFF, BANK)
PLANTS = 2


class DiveBombPayment(AttackPayment):
    """The cards for the attack of a Dive Bomb; afterwards another card is drawn."""

    __slots__ = ()

    def paid(self, table: Table) -> None:
        super().paid(table)
        draw_another(table, table.players[table.turn])


def options(table: Table, player: Player, card: int) -> list[Option]:
    """card, place, source for a plant eater; for a Carnivore as attack_options, the card in front."""
    found: list[Option] = []
    for place, species in enumerate(player.species):
        if not species.profile.avian or species.capacity() <= 0:
            continue
        if species.profile.carnivore:
            found += attack_options(table, card, place, means_in_events(table, player, species))
        else:
            found += [(card, place, i) for i, source in enumerate(SOURCES) if stock(table, source)]
    return found


def means_in_events(table: Table, player: Player, species: Species) -> Means:
    """Flight's discards from the rest of the hand; Intelligence is for feeding turns only (A-93)."""
    return Means(
        cards=len(player.hand) - 1,
        by_intelligence=0,
        by_flight=species.profile.negates,
        flight_discards=table.terms.flight_discards,
    )


def text(table: Table, option: Option) -> str:
    words = f"dive-bomb {table.cards.names[option[0]]}"
    species = table.players[table.turn].species[option[1]].id
    if len(option) == 3:
        return f"{words} {species} {SOURCES[option[2]]}"
    target = attack_text(table, option).removeprefix(f"attack {species} ")
    return f"{words} {species} attack {target}"


def dive(table: Table, player: Player, option: Option) -> None:
    species = player.species[option[1]]
    if len(option) == 3:
        lay_down(table, player, option[0], species.id)
        take(table, species, PLANTS, PLANT, SOURCES[option[2]], "dive-bomb")
        draw_another(table, player)
        return
    strike = Strike.of(table, option, nocturnal=False)
    lay_down(table, player, option[0], species.id)
    declare(table, DiveBombPayment(option[6], strike))


DIVE_BOMB = Event(name="dive-bomb", options=options, text=text, play=dive)
