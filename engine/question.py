"""What a seat can be asked: a kind, the legal options in canonical order, and what each of them does.

An option is a short tuple of small integers; its text is made only when somebody reads it. Phases are
questions, asked again until they have nothing left to ask; so are the smaller questions in the middle of a
turn (a payment, a source of food), which wait on the table as `pending` and never change once made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from engine.table import Table

Option = tuple[int, ...]


class Options(Protocol):
    """A list of options, or what does as one; never changed once made."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Option: ...
    def __iter__(self) -> Iterator[Option]: ...


class Question:
    """One kind of decision of the seat on turn; `options` is empty when there is nothing (more) to ask."""

    kind: ClassVar[str] = ""

    def options(self, table: Table) -> Options:
        raise NotImplementedError

    def same_options(self, copy: Table, options: Options) -> Options:
        """The current options, for a copy of the table that they were made for."""
        return options

    def text(self, table: Table, option: Option) -> str:
        raise NotImplementedError

    def texts(self, table: Table, options: Options) -> list[str]:
        """The same for all options at once."""
        return [self.text(table, option) for option in options]

    def choose(self, table: Table, option: Option) -> None:
        raise NotImplementedError


class Pending(Question):
    """A question in the middle of a turn. It asks the seat on turn, and can be written down and loaded."""

    __slots__ = ()

    def save(self, table: Table) -> dict[str, Any]:
        """JSON-ready facts without secrets, enough for `load`."""
        raise NotImplementedError

    @classmethod
    def load(cls, table: Table, saved: Mapping[str, Any]) -> Pending:
        """Raises ValueError, KeyError or TypeError when `saved` is not what `save` made."""
        raise NotImplementedError
