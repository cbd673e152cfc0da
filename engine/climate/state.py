"""The Climate board in play: where the marker stands, and where the event cards are (rules.md 2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.climate.board import ClimateSet


class Climate:
    """Zones by number, event cards by number of `set`; decks top first."""

    __slots__ = ("decks", "face_up", "out", "set", "side", "volcano", "waiting", "wildfire", "zone")

    def __init__(self, climate_set: ClimateSet, side: str) -> None:
        self.set = climate_set
        self.side = side
        self.zone = 4
        self.decks: dict[str, list[int]] = {"cold": [], "hot": []}
        self.face_up: list[int] = []
        self.waiting: list[int] = []  # Glacial Thaw cards that go under their deck next round
        self.out: list[int] = []  # Meteorites that stay out
        self.wildfire = 0  # food set aside
        self.volcano: int | None = None  # where the marker goes at the end of this feeding

    def copy(self) -> Climate:
        twin = Climate(self.set, self.side)
        twin.zone = self.zone
        twin.decks = {name: deck[:] for name, deck in self.decks.items()}
        twin.face_up = self.face_up[:]
        twin.waiting = self.waiting[:]
        twin.out = self.out[:]
        twin.wildfire = self.wildfire
        twin.volcano = self.volcano
        return twin
