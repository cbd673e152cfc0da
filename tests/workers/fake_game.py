"""A game of the engine's surface that has no rules: its seats are asked in turn, a fixed number of times."""

from dataclasses import dataclass
from typing import Any

CHOICES = ("first", "second", "third")


@dataclass(frozen=True)
class FakeDecision:
    """One question."""

    seat: int
    kind: str
    choices: tuple[str, ...]


class FakeGame:
    """Asks `length` questions; tells every seat each choice, with its place among all."""

    def __init__(self, players: int = 2, length: int = 8, view_size: int = 100) -> None:
        self.players = players
        self.length = length
        self.chosen: list[tuple[int, str]] = []
        self._view = "x" * view_size

    @property
    def decision(self) -> FakeDecision | None:
        """The next question, or None at the end."""
        number = len(self.chosen)
        return None if number == self.length else FakeDecision(number % self.players, "feed", CHOICES)

    def choose(self, choice: int) -> None:
        """Take a choice by its place."""
        self.chosen.append((len(self.chosen) % self.players, CHOICES[choice]))

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees."""
        return {"seat": seat, "text": self._view}

    def happenings(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """What was chosen, from number `since` on."""
        happened = [{"h": "chosen", "number": n, "seat": s} for n, (s, _) in enumerate(self.chosen)]
        return happened[since:]
