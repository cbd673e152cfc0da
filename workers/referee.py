"""The referee of one game: asks the seats in turn, keeps their clocks, plays on for those that faulted."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.game import Game
from workers import protocol
from workers.clock import START_WALL_FACTOR, Clock, Turn
from workers.contract import Fault, FaultKind, GameOrder, Limits
from workers.seat import Seat, Slip, bid_farewell, converse

LEGAL_SHOWN = 50
NOT_READY = {FaultKind.EXITED, FaultKind.LATE_CPU, FaultKind.LATE_WALL}


class Referee:
    """Leads one game from `start` over `play` to `end`; `watch` is called at every tick and may raise."""

    def __init__(
        self, game: Game, seats: Sequence[Seat], limits: Limits, watch: Callable[[int], None]
    ) -> None:
        self._game = game
        self._seats = seats
        self._limits = limits
        self._watch = watch
        self._ears = [Ear(game, seat) for seat in range(len(seats))]
        self._asked = [0] * len(seats)
        self.faults: list[Fault] = []
        self.notes: list[tuple[int, str]] = []
        self.clock: list[tuple[int, int]] = []

    @property
    def decisions(self) -> int:
        """How many decisions were made so far; the number of the next one in the replay."""
        return len(self.clock)

    def start(self, order: GameOrder, cards: Mapping[str, Any]) -> None:
        """Tell every bot which game this is and wait until each is ready or out."""
        for number, seat in enumerate(self._seats):
            message = game_message(order, number, cards, self._limits)
            seat.greet(protocol.line(message), seat.clock.begin_start())
        converse(self._seats, self._tick)
        for number, seat in enumerate(self._seats):
            seat.clock.end_start(seat.turn)
            slip = seat.slip or protocol.ready_slip(seat.answer)
            if slip is not None:
                self._end_part(number, _at_the_start(slip, self._limits))

    def play(self) -> None:
        """Ask decision after decision until the game is over."""
        while (decision := self._game.decision) is not None:
            self._tick()
            if self._is_out(decision.seat):
                self._default(decision.seat, Turn(0, 0))
            else:
                self._ask(decision.seat, decision.kind, decision.choices)

    def end(self, scores: Sequence[int], final_places: Sequence[int]) -> None:
        """Tell the bots that are still in the game how it ended."""
        staying = [seat for number, seat in enumerate(self._seats) if not self._is_out(number)]
        bid_farewell(staying, protocol.line({"type": "over", "scores": scores, "places": final_places}))

    def _tick(self) -> None:
        self._watch(self.decisions)

    def _is_out(self, number: int) -> bool:
        return self._seats[number].slip is not None

    def _ask(self, number: int, kind: str, choices: Sequence[str]) -> None:
        seat, turn = self._seats[number], self._seats[number].clock.begin_decision()
        seat.ask(self._question(number, kind, choices), turn)
        converse([seat], self._tick)
        seat.clock.end_decision(turn)
        read = seat.slip or protocol.read_choice(seat.answer, self._asked[number], choices)
        if isinstance(read, Slip):
            self._end_part(number, read, kind, choices)
            self._default(number, turn)
            return
        if read.note:
            self.notes.append((self.decisions, read.note))
        self._choose(number, read.index, turn)

    def _question(self, number: int, kind: str, choices: Sequence[str]) -> bytes:
        clock = self._seats[number].clock
        happenings, n = self._ears[number].take(), self._asked[number]
        message = decide_message(n, kind, choices, self._game.view(number), happenings, clock)
        return protocol.line(message)

    def _default(self, number: int, turn: Turn) -> None:
        """Answer for a seat that is out, and let the others know."""
        for ear in self._ears:
            ear.add({"h": "defaulted", "seat": number, "n": self._asked[number]})
        self._choose(number, 0, turn)

    def _choose(self, number: int, index: int, turn: Turn) -> None:
        self._game.choose(index)
        self._asked[number] += 1
        self.clock.append((round(turn.cpu_ms), round(turn.wall_ms)))

    def _end_part(self, number: int, slip: Slip, kind: str | None = None, legal: Sequence[str] = ()) -> None:
        """Note the fault for the bot's owner; the bot takes no further part. `kind` None: in its start."""
        seat = self._seats[number]
        seat.refuse(slip)
        fault = Fault(
            seat=number,
            kind=slip.kind,
            n=None if kind is None else self.decisions,
            decision=kind,
            received=slip.received,
            legal=tuple(legal[:LEGAL_SHOWN]),
            cpu_ms=round(seat.turn.cpu_ms),
            wall_ms=round(seat.turn.wall_ms),
            stderr_tail=seat.stderr_tail(),
            message=slip.message,
        )
        self.faults.append(fault)


class Ear:
    """What one seat has heard of the game and was not yet told."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._heard = 0
        self._untold: list[dict[str, Any]] = []

    def _listen(self) -> None:
        new = self._game.happenings(self._seat, since=self._heard)
        self._heard += len(new)
        self._untold += new

    def add(self, happening: dict[str, Any]) -> None:
        """Let the seat hear something that the referee did, behind all that came before."""
        self._listen()
        self._untold.append(happening)

    def take(self) -> list[dict[str, Any]]:
        """All that it was not yet told, in order."""
        self._listen()
        taken, self._untold = self._untold, []
        return taken


def decide_message(
    n: int,
    kind: str,
    choices: Sequence[str],
    view: Mapping[str, Any],
    happenings: Sequence[Mapping[str, Any]],
    clock: Clock,
) -> dict[str, Any]:
    """The question of one decision. `n` counts the bot's own: others' number would tell what they did."""
    return {
        "type": "decide",
        "n": n,
        "kind": kind,
        "choices": choices,
        "view": view,
        "happenings": happenings,
        "bank_ms": int(clock.bank_ms),
        "wall_bank_ms": int(clock.wall_bank_ms),
    }


def game_message(order: GameOrder, number: int, cards: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    """The message that tells a bot which game it plays. Its `game` is another one for each seat."""
    secret = f"{order.match} {order.token} {number}".encode()
    return {
        "type": "game",
        "protocol": protocol.VERSION,
        "ruleset": order.ruleset,
        "options": order.options,
        "players": len(order.seats),
        "seat": number,
        "cards": cards,
        "limits": protocol.told_limits(limits),
        "bot_seed": order.seats[number].bot_seed,
        "game": hashlib.sha256(secret).hexdigest()[:16],
    }


def _at_the_start(slip: Slip, limits: Limits) -> Slip:
    """What kept a bot from being ready in time is one kind of fault, whatever it was."""
    if slip.kind not in NOT_READY:
        return slip
    wall_ms = START_WALL_FACTOR * limits.start_ms
    allowed = f"the start may take {limits.start_ms} ms of CPU and {wall_ms} ms by the clock"
    return replace(slip, kind=FaultKind.NO_START, message=f"it was never ready: {slip.message}; {allowed}")
