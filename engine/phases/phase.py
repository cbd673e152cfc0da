"""A phase: what happens when it begins, what it asks, and where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.question import Options, Question

if TYPE_CHECKING:
    from engine.table import Table


class Phase(Question):
    """Asked for options until it has none; a phase without decisions does all its work in `start`."""

    name: ClassVar[str]

    def start(self, table: Table) -> None:
        """Once, when the phase begins."""

    def resume(self, table: Table) -> None:
        """Instead of `start`, for a table loaded at this phase; phases of turns go on with the turn."""
        self.start(table)

    def options(self, table: Table) -> Options:
        return ()

    def finish(self, table: Table) -> None:
        """Once, when nothing is left to ask."""
        enter(table, table.phase + 1)


def enter(table: Table, number: int) -> None:
    """Begin the phase of that number; the number after the last phase is the end of the game."""
    table.phase = number
    table.turn = table.first
    terms = table.terms
    if number < terms.end:
        phase = terms.phases[number]
        table.log.extend(("phase", phase.name))
        phase.start(table)
    else:
        table.log.extend(("phase", "over"))
