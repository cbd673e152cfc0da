"""One bot at its seat: asked, timed, frozen while not asked, its faults told apart by what was seen."""

import select
import signal
import time
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from workers import pipes, printable
from workers.clock import TICK_S, Clock, Turn
from workers.contract import FaultKind, Limits, SeatUse
from workers.sandbox import Box, BoxExit

RECEIVED_CHARACTERS = 200
STDERR_CHARACTERS = 2000
EXIT_S = 1.0
TICK_MS = TICK_S * 1000
LOOK_MS = TICK_MS - 1  # a tick that is rounded down is a tick all the same
FAREWELL_S = 0.03
FAREWELL_LOOK_S = 0.005


@dataclass(frozen=True)
class Slip:
    """A bot's fault as its seat saw it."""

    kind: FaultKind
    message: str
    received: str = ""


class Seat:
    """The bot in one box: `greet` or `ask` it, `converse` until it answered, then read `answer` or `slip`."""

    def __init__(self, box: Box, limits: Limits, speed: float) -> None:
        self._box = box
        self._speed = speed
        self._metered = box.cpu_ms() is not None
        self._charged_ms = 0.0
        self._waited_ms = box.waited_ms() or 0.0
        self._awaits_reading = False
        self._outbox = pipes.Outbox(box.stdin)
        self._inbox = pipes.Inbox(box.stdout)
        self._log = pipes.Log(box.stderr, limits.log_kb)
        self._memory_mb: float | None = None
        self._unseen_ms = self._lost_ms = 0.0
        self._closed = False
        self._asked = False
        self.clock = Clock(limits, metered=self._metered)
        self.turn = Turn(0.0, 0.0)
        self.answer = b""
        self.slip: Slip | None = None

    @property
    def is_asked(self) -> bool:
        """Whether an answer is awaited."""
        return self._asked

    def greet(self, line: bytes, turn: Turn) -> None:
        """Send the first line; a bot may be ready even before it has read it."""
        self.turn = turn
        self._awaits_reading = False
        self._send(line)

    def ask(self, line: bytes, turn: Turn) -> None:
        """Send a question and let the bot run until it answers; what it said before is a fault."""
        self.turn = turn
        self._awaits_reading = True
        self._inbox.read()
        if self._inbox.waiting:
            self._end(self._unsolicited("before it was asked"))
        else:
            self._send(line)

    def _send(self, line: bytes) -> None:
        self._asked = True
        self._box.thaw()
        self._outbox.put(line)

    def files(self) -> tuple[list[int], list[int]]:
        """The file descriptors to wait for: to read, to write."""
        reading = [] if self._inbox.ended else [self._box.stdout]
        if not self._log.ended:
            reading.append(self._box.stderr)
        return reading, [] if self._outbox.is_empty else [self._box.stdin]

    def step(self, elapsed_ms: float, ready: Container[int]) -> None:
        """Take up what happened since the last step; `ready` are the file descriptors that have something.

        Time in which the referee itself did not get its turn, more than a tick, is not charged to anybody.
        """
        charged_ms = min(elapsed_ms, TICK_MS)
        self.turn.wall_ms += charged_ms
        self._unseen_ms += charged_ms
        self._lost_ms += elapsed_ms - charged_ms
        self._outbox.write()
        if self._box.stderr in ready:
            self._log.read()
        if self._box.stdout in ready:
            self._inbox.read()
        if self._inbox.is_too_long or self._inbox.has_line or self._inbox.is_too_much:
            self._take_answer()
        elif self._inbox.ended:
            self._take_end()
        elif self._unseen_ms >= LOOK_MS:
            self._look_closer()

    def _take_answer(self) -> None:
        unread = self._awaits_reading and self._outbox.is_untouched()
        self._stop()
        slip = self._bad_line() or self._late()
        if slip is not None:
            self._end(slip)
            return
        if unread:
            self._end(self._unsolicited("before it had read the question"))
            return
        self.answer = self._inbox.take_line()
        if self._inbox.waiting:
            self._end(self._unsolicited("behind its answer"))

    def _bad_line(self) -> Slip | None:
        if self._inbox.is_too_much:
            text = f"more than {pipes.OUTPUT_BYTES >> 20} MiB of output in one game"
            return Slip(FaultKind.TOO_MUCH_OUTPUT, text, shown(self._inbox.waiting))
        if self._inbox.is_too_long:
            text = f"a line of more than {pipes.LINE_BYTES >> 10} KiB"
            return Slip(FaultKind.TOO_LONG, text, shown(self._inbox.waiting))
        return None

    def _unsolicited(self, when: str) -> Slip:
        received = shown(self._inbox.waiting)
        return Slip(FaultKind.UNSOLICITED, f"the bot wrote a line {when}: {received[:60]!r}", received)

    def _look_closer(self) -> None:
        """What costs more than reading a pipe is done once a tick: has it ended, is it late?"""
        if self._box.poll() is not None:
            self._take_end()
            return
        self._measure()
        slip = self._late()
        if slip is not None:
            self._stop()
            self._end(slip)

    def _late(self) -> Slip | None:
        turn = self.turn
        if turn.is_late_by_cpu and self._metered:
            text = f"{turn.cpu_ms:.0f} ms of CPU used, {turn.cpu_limit_ms:.0f} ms were left"
            return Slip(FaultKind.LATE_CPU, text, shown(self._inbox.waiting))
        if turn.is_late_by_wall or turn.is_late_by_cpu:
            limit = min(turn.wall_limit_ms, turn.wall_limit_ms if self._metered else turn.cpu_limit_ms)
            text = f"no answer within {limit:.0f} ms ({turn.cpu_ms:.0f} ms of CPU used)"
            return Slip(FaultKind.LATE_WALL, text, shown(self._inbox.waiting))
        return None

    def _take_end(self) -> None:
        """Its standard output is closed, or it ended: read what it had left to say, then judge."""
        ended = self._box.wait(EXIT_S)
        while not self._inbox.ended and not (self._inbox.has_line or self._inbox.is_too_long):
            before = self._inbox.total
            self._inbox.read()
            if self._inbox.total == before:
                break
        if self._inbox.has_line or self._inbox.is_too_long:
            self._take_answer()
            return
        self._stop()
        self._end(how_it_ended(ended, shown(self._inbox.waiting)))

    def _stop(self) -> None:
        """Freeze the bot and measure what it used."""
        self._asked = False
        self._box.freeze()
        self._measure()

    def _measure(self) -> None:
        used = self._box.cpu_ms()
        if used is None:
            self.turn.cpu_ms = self.turn.wall_ms
        else:
            self._forgive(used - self._charged_ms)
            self.turn.cpu_ms += (used - self._charged_ms) * self._speed
            self._charged_ms = used
        self._unseen_ms = self._lost_ms = 0.0

    def _forgive(self, used_ms: float) -> None:
        """Time in which the bot could have run and the machine had no processor for it is not its own.

        What the referee lost in the same time is off already, and what the bot ran for was not waited for.
        """
        waited = self._box.waited_ms()
        if waited is None:
            return
        machines_ms = min(waited - self._waited_ms - self._lost_ms, self._unseen_ms - used_ms)
        self.turn.wall_ms = max(0.0, self.turn.wall_ms - max(0.0, machines_ms))
        self._waited_ms = waited

    def _end(self, slip: Slip) -> None:
        self._asked = False
        self.slip = slip
        self.close()

    def refuse(self, slip: Slip) -> None:
        """The referee found a fault in the answer: the bot's part is over."""
        self._end(slip)

    def say_farewell(self, line: bytes) -> None:
        """Send the last line and let the bot run; nothing is awaited."""
        self._box.thaw()
        self._outbox.put(line)

    def is_done(self) -> bool:
        """Whether the bot ended or stands still since the last look; reads its last words to the log."""
        self._outbox.write()
        self._log.read()
        before = self._charged_ms
        self._charged_ms = self._box.cpu_ms() or 0.0
        stands_still = self._metered and self._outbox.is_empty and self._charged_ms == before
        return stands_still or self._box.poll() is not None

    def stderr_tail(self) -> str:
        """The last of the bot's log."""
        return self._log.tail(STDERR_CHARACTERS)

    def use(self) -> SeatUse:
        """What the bot used in this game, and the end of its log."""
        clock = self.clock
        return SeatUse(
            cpu_ms=round(clock.cpu_used_ms),
            wall_ms=round(clock.wall_used_ms),
            start_ms=round(clock.start_ms),
            memory_mb=None if self._memory_mb is None else round(self._memory_mb, 1),
            log=self._log.text(),
        )

    def close(self) -> None:
        """Read the rest of the log and end the bot with all that it started; may be called again."""
        if self._closed:
            return
        self._closed = True
        self._asked = False
        try:
            self._log.read()
            self._memory_mb = self._box.memory_peak_mb()
        finally:
            self._box.close()


def converse(seats: Sequence[Seat], check: Callable[[], None]) -> None:
    """Wait until every asked seat has answered or slipped. `check` runs at every tick and may raise."""
    last = time.monotonic()
    while asked := [seat for seat in seats if seat.is_asked]:
        ready = _wait(asked, TICK_S)
        now = time.monotonic()
        elapsed_ms = (now - last) * 1000
        last = now
        for seat in asked:
            seat.step(elapsed_ms, ready)
        check()


def bid_farewell(seats: Sequence[Seat], line: bytes) -> None:
    """Tell the bots how the game ended, give them a moment to note it in their logs, and close them."""
    for seat in seats:
        seat.say_farewell(line)
    deadline = time.monotonic() + FAREWELL_S
    staying = list(seats)
    while staying and time.monotonic() < deadline:
        time.sleep(FAREWELL_LOOK_S)
        staying = [seat for seat in staying if not seat.is_done()]
    for seat in seats:
        seat.close()


def _wait(seats: Sequence[Seat], seconds: float) -> set[int]:
    """Wait until a pipe of a seat has something, at most so long; the file descriptors that have."""
    reading: list[int] = []
    writing: list[int] = []
    for seat in seats:
        to_read, to_write = seat.files()
        reading += to_read
        writing += to_write
    readable, writable, _ = select.select(reading, writing, [], seconds)
    return {*readable, *writable}


def how_it_ended(ended: BoxExit | None, received: str = "") -> Slip:
    """The fault of a bot that is gone; None: it lives, but its standard output is closed."""
    if ended is None:
        return Slip(FaultKind.EXITED, "the bot closed its standard output", received)
    if ended.out_of_memory:
        return Slip(FaultKind.MEMORY, "the bot used more memory than it may", received)
    if ended.signal == signal.SIGXCPU:
        return Slip(FaultKind.LATE_CPU, "the bot was ended by the system's limit on CPU time", received)
    if ended.signal is not None:
        return Slip(FaultKind.EXITED, f"the bot was ended by {_signal_name(ended.signal)}", received)
    return Slip(FaultKind.EXITED, f"the bot ended with exit code {ended.code}", received)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def shown(raw: bytes) -> str:
    """What a bot wrote, as it is kept in a fault."""
    return printable.one_line(raw[: RECEIVED_CHARACTERS * 4].decode(errors="replace"), RECEIVED_CHARACTERS)
