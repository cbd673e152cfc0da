"""Seed Dispersal: food on the hole for all avian species in play (R-EVENT-SEED-DISPERSAL, A-73)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.event_cards.event import Event, draw_another, lay_down
from engine.phases.reveal import change_hole

if TYPE_CHECKING:
    from engine.player import Player
    from engine.question import Option
    from engine.table import Table


def options(_table: Table, _player: Player, card: int) -> list[Option]:
    return [(card,)]


def text(table: Table, option: Option) -> str:
    return f"seed-dispersal {table.cards.names[option[0]]}"


def disperse(table: Table, player: Player, option: Option) -> None:
    lay_down(table, player, option[0], None)
    avians = sum(species.profile.avian for other in table.players for species in other.species)
    change_hole(table, avians, "seed-dispersal")
    draw_another(table, player)


SEED_DISPERSAL = Event(name="seed-dispersal", options=options, text=text, play=disperse)
