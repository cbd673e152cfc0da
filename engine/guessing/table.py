"""A table that agrees with a view and stands at the same decision."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.guessing.filling import guess, own_turn_has_ended
from engine.guessing.plays import Asked, played_anew
from engine.position import load
from engine.position.loading import run_on
from engine.shuffling import Shuffles

if TYPE_CHECKING:
    from engine.cards import Catalogue
    from engine.table import Table

EVERY_EVENT = ("dive-bomb", "seed-dispersal")
DEALS = (EVERY_EVENT,) * 5 + (("seed-dispersal",), ("dive-bomb",))
"""What the seat that is asked for an event holds at least one of, deal after deal: only the table tells which
of them it could play."""


def guessed_table(
    view: object, seat: int, seed: int, catalogue: Catalogue, unasked: int, asked: Asked | None = None
) -> Table:
    """The table, ready to be asked. Decisions with up to `unasked` choices are taken to be made unasked.

    `asked` says who is asked what in an open quick play, where the view does not tell: without it `seat` is,
    or the next one when its turn has ended. Raises BadPosition for a view that is none.
    """
    generator = random.Random(seed)
    for events in DEALS:
        position = guess(view, seat, catalogue, generator, events, at_least=unasked + 1)
        table = load(position, catalogue, Shuffles(0))
        wanted = table.phase, table.turn
        if table.quick:
            following = (seat + 1) % len(table.players), "play"
            stands = following if own_turn_has_ended(view) else (seat, None)
            table = played_anew(table, seat, asked or stands, unasked, generator)
            wanted = table.phase, table.turn
        table.shuffles = Shuffles.going_on(generator)
        run_on(table)
        if _stands(table, wanted, unasked):
            break
    return table


def _stands(table: Table, wanted: tuple[int, int], unasked: int) -> bool:
    """Whether the seat wanted is asked in the phase wanted; a hand without a choice would be passed over."""
    if table.over:
        return True
    question = table.pending or table.ruleset.phases[table.phase]
    return len(question.options(table)) > unasked and (table.phase, table.turn) == wanted
