"""Plays anew what a view hides of an open quick play: all that the other seats have done (R-INFO-02)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.phases.plays import AVIAN
from engine.phases.turns import end_turn
from engine.position.reading import BadPosition
from engine.quick import flying

if TYPE_CHECKING:
    from engine.question import Option, Question
    from engine.table import Table

Asked = tuple[int, str | None]
"""A seat and the kind of decision that it is asked; None: whatever the view says."""


def played_anew(idle: Table, own: int, asked: Asked, unasked: int, generator: random.Random) -> Table:
    """A table on which the seats up to the one asked have played at random, by the rules.

    `idle` is one on which only `own` has played. Raises BadPosition when nobody could be asked so.
    """
    assert idle.quick is not None
    table = idle.quick.before.copy()
    table.ruleset.phases[table.phase].resume(table)
    seat, kind = asked
    while table.turn != seat:
        if table.turn == own:
            _take_over(table, idle, own)
            end_turn(table)
        else:
            _play_a_turn(table, generator)
        if table.quick is None:
            raise BadPosition("pending.own: the turn of the last seat has not ended while quick play is open")
    if seat == own:
        _take_over(table, idle, own)
        table.pending = idle.pending
        return table
    return _led_to(table, kind or "play", unasked, generator)


def _take_over(table: Table, idle: Table, own: int) -> None:
    """The plays of the own seat, which it knows."""
    assert idle.quick is not None
    assert table.quick is not None
    begun, ended = idle.quick.span(idle, own)
    flying_before = flying(table.players[own])
    table.players[own] = idle.players[own].copy()
    table.discard += idle.discard[begun.discard : ended.discard]
    table.deck += idle.deck[begun.deck : ended.deck]
    table.flight_supply += flying_before - flying(table.players[own])
    table.quick = table.quick.with_avians(idle.quick.avians_made)


def _play_a_turn(table: Table, generator: random.Random) -> None:
    """Any choices of the seat on turn until its turn ends."""
    seat = table.turn
    while table.quick is not None and table.turn == seat:
        question, options = _asked(table)
        question.choose(table, generator.choice(options))


def _led_to(table: Table, kind: str, unasked: int, generator: random.Random) -> Table:
    """The seat on turn has done something, perhaps nothing, and is now asked a decision of this kind."""
    seat = table.turn
    for count in (generator.randint(0, len(table.players[seat].hand)), 0):
        tried = table.copy()
        _play_some(tried, count, generator)
        _lead_on(tried, kind, generator)
        question, options = _asked(tried)
        if tried.turn == seat and question.kind == kind and len(options) > unasked:
            break
    return tried


def _play_some(table: Table, count: int, generator: random.Random) -> None:
    """Some plays of the seat on turn, with all that they ask for."""
    for _ in range(count):
        question, options = _asked(table)
        if len(options) == 1:
            return  # only to end
        question.choose(table, generator.choice(options[1:]))
        while table.pending:
            question, options = _asked(table)
            question.choose(table, generator.choice(options))


def _lead_on(table: Table, kind: str, generator: random.Random) -> None:
    """The play that is followed by a decision of this kind."""
    question, options = _asked(table)
    if kind == "return":
        question.choose(table, options[0])
    elif kind == "discard":
        avians = [option for option in options if option[0] == AVIAN]
        if avians:
            question.choose(table, generator.choice(avians))


def _asked(table: Table) -> tuple[Question, list[Option]]:
    question = table.pending or table.ruleset.phases[table.phase]
    return question, list(question.options(table))
