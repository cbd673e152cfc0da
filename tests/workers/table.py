"""Seats odd bots at a table without rules and lets the referee lead a short game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from engine.game import Game
from tests.workers.fake_game import FakeGame
from workers import match
from workers.contract import Fault, GameOrder, Limits, SeatOrder, SeatUse
from workers.referee import Referee
from workers.sandbox import Box, BoxExit, Sandbox
from workers.seat import Seat

ODD_BOTS = Path(__file__).parents[1] / "bots" / "odd"


class OtherBox(Box):
    """A box with another inside; tests change one of its answers."""

    def __init__(self, inner: Box) -> None:
        self.inner = inner
        self.stdin, self.stdout, self.stderr = inner.stdin, inner.stdout, inner.stderr

    def cpu_ms(self) -> float | None:
        return self.inner.cpu_ms()

    def freeze(self) -> None:
        self.inner.freeze()

    def thaw(self) -> None:
        self.inner.thaw()

    def poll(self) -> BoxExit | None:
        return self.inner.poll()

    def memory_peak_mb(self) -> float | None:
        return self.inner.memory_peak_mb()

    def close(self) -> None:
        self.inner.close()


LIMITS = Limits(
    start_ms=2000, bank_ms=300, increment_ms=20, decision_wall_ms=2000, wall_bank_ms=20_000, memory_mb=64
)


@dataclass(frozen=True)
class Played:
    """What came of a game at the table."""

    game: FakeGame
    faults: tuple[Fault, ...]
    uses: tuple[SeatUse, ...]
    notes: tuple[tuple[int, str], ...]
    clock: tuple[tuple[int, int], ...]

    @property
    def fault(self) -> Fault:
        """The only fault."""
        (fault,) = self.faults
        return fault


def order_for(bots: Sequence[str], **changes: Any) -> GameOrder:
    """An order for a game of these odd bots."""
    seats = tuple(
        SeatOrder(name, "0" * 64, "", f"{name}.py", "python", f"{name}.py", seed)
        for seed, name in enumerate(bots)
    )
    return replace(GameOrder("match 1", 1, "token", "base", 7, seats), **changes)


def play(
    sandbox: Sandbox,
    *bots: str,
    game: FakeGame | None = None,
    limits: Limits = LIMITS,
    speed: float = 1.0,
    watch: Callable[[int], None] = lambda decisions: None,
    around: Callable[[Box], Box] = lambda box: box,
) -> Played:
    """A game of these bots from `tests/bots/odd`; a lone bot meets an honest one."""
    names = bots if len(bots) > 1 else (*bots, "honest")
    order = order_for(names)
    game = game or FakeGame(players=len(names))
    boxes = [match.open_bot(sandbox, seat, ODD_BOTS, limits, slot) for slot, seat in enumerate(order.seats)]
    try:
        seats = [Seat(around(box), limits, speed) for box in boxes]
        referee = Referee(cast(Game, game), seats, limits, watch)
        referee.start(order, {"horns-1": {"food": 3}})
        referee.play()
        referee.end([0] * len(names), [1] * len(names))
        uses = tuple(seat.use() for seat in seats)
    finally:
        for box in boxes:
            box.close()
    return Played(game, tuple(referee.faults), uses, tuple(referee.notes), tuple(referee.clock))
