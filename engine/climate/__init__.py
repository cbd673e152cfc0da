"""The Climate board: where the marker stands and which events lie around it (rules.md 2.1, 4.4)."""

from __future__ import annotations


class Climate:
    """The state of the Climate board."""

    __slots__ = ()

    def copy(self) -> Climate:
        return self
