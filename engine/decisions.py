"""What a game asks, as the world outside sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.showing import shown

if TYPE_CHECKING:
    from engine.question import Options, Question
    from engine.table import Table


class IllegalChoice(ValueError):
    """The choice is not among the current ones; nothing was changed."""


class Decision:
    """One question to one seat. The texts of the choices are made when they are read."""

    __slots__ = ("_options", "_question", "_table", "_texts", "count", "seat")

    def __init__(self, table: Table, question: Question, options: Options, count: int) -> None:
        self.seat = table.turn
        self.count = count  # how many choices there are
        self._table = table
        self._question = question
        self._options = options
        self._texts: tuple[str, ...] | None = None

    def close(self, chosen: int) -> str | None:
        """The choice has been made. If the texts were read they stay, and the chosen one is returned."""
        if self._texts is None:
            self._options = ()
            self.count = 0
            return None
        return self._texts[chosen]

    @property
    def kind(self) -> str:
        """What is asked (engine/docs/protocol.md 2)."""
        return self._question.kind

    @property
    def choices(self) -> tuple[str, ...]:
        """All legal choices in canonical order (D-GEN-4); the first is the default."""
        if self._texts is None:
            self._texts = tuple(self._question.texts(self._table, self._options))
        return self._texts

    @property
    def default(self) -> str:
        return self.text(0)

    def text(self, index: int) -> str:
        """One of the choices."""
        return self._question.text(self._table, self._options[index])

    def index(self, choice: object) -> int:
        """The place of a choice, given as its text or its place. Raises IllegalChoice."""
        if isinstance(choice, str):
            try:
                return self.choices.index(choice)
            except ValueError:
                raise IllegalChoice(self._refusal(choice)) from None
        if type(choice) is int and 0 <= choice < len(self._options):
            return choice
        raise IllegalChoice(self._refusal(choice))

    def _refusal(self, found: object) -> str:
        return (
            f"{shown(found)} is none of the {self.count} choices of seat {self.seat} ({self.kind});"
            f" the first is {self.default!r}"
        )

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, kind={self.kind!r}, count={self.count})"
