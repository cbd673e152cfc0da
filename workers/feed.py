"""`python -m workers play --replay-into BOT FILE`: gives a bot a recorded game again, to debug it."""

import argparse
import json
import select
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine import replay as replays
from workers import contest_run, pipes, protocol
from workers.clock import Clock
from workers.contest import Contestant, ContestError, unpacked
from workers.contract import GameOrder, Limits, SeatOrder
from workers.match import proven_runtime
from workers.referee import Ear, decide_message, game_message
from workers.runner_process import RunnerDied, RunnerProcess
from workers.sandbox.interface import BoxLimits, Level
from workers.sandbox.plain import PlainBox, PlainSandbox
from workers.seat import Slip, how_it_ended

PATIENT = BoxLimits(memory_mb=1 << 20, cpu_s=7 * 86400)
LOOK_S = 0.2
GOODBYE_S = 1.0


class BotEnded(Exception):
    """The bot ended, or closed its output, before it answered."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What belongs to `--replay-into`."""
    parser.add_argument(
        "--replay-into",
        nargs=2,
        metavar=("BOT", "FILE"),
        help="give the recorded game in FILE to a bot: no sandbox, no clock, so that a debugger may hold it",
    )
    parser.add_argument("--seat", type=int, default=0, help="whose place the bot takes in the recorded game")
    parser.add_argument(
        "--until", type=int, metavar="N", help="stop behind choice N (from 0, as faults count)"
    )


def feed(bot: str, file: str, seat: int, until: int | None) -> int:
    """Ask the bot all that the seat was asked; 0 when every answer was legal, 1 when one was not.

    The recorded choices are played whatever the bot answers. ContestError when there is nothing to feed.
    """
    replay, limits = _replay(file), Limits()
    players = replay["setup"]["players"]
    if not 0 <= seat < players:
        raise ContestError(f"--seat: found {seat}, wanted one of 0 to {players - 1}")
    last = len(replay["choices"]) - 1
    if until is not None and not 0 <= until <= last:
        raise ContestError(f"--until: found {until}, wanted one of 0 to {last}")
    with unpacked([bot]) as (contestant,):
        _prepare(contestant, limits)
        with _started(contestant) as box:
            return _Feeding(box, replay, seat, limits, contestant).run(last if until is None else until)


def _replay(file: str) -> Mapping[str, Any]:
    try:
        replay: Mapping[str, Any] = json.loads(Path(file).read_bytes())
        replays.verify(replay)
    except OSError as error:
        raise ContestError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ContestError(f"{file} is no replay that this engine can play: {error}") from None
    return replay


def _prepare(contestant: Contestant, limits: Limits) -> None:
    try:
        with RunnerProcess(Level.NONE, 1.0) as runner:
            contest_run.prepare(runner, [contestant], limits)
    except RunnerDied as error:
        raise ContestError(f"this machine cannot play: {error}") from None


def _started(bot: Contestant) -> PlainBox:
    runtime = proven_runtime(bot.language)
    command, mounts = runtime.command(bot.entry), runtime.mounts()
    return PlainSandbox().open(command, bot.folder, PATIENT, 0, mounts, runtime.env())


class _Feeding:
    """One bot that hears a recorded game."""

    def __init__(
        self, box: PlainBox, replay: Mapping[str, Any], seat: int, limits: Limits, bot: Contestant
    ) -> None:
        self._box = box
        self._replay = dict(replay)
        self._seat = seat
        self._game = replays.started(self._replay)
        self._clock = Clock(limits, metered=False)
        self._ear = Ear(self._game, seat)
        self._outbox, self._inbox = pipes.Outbox(box.stdin), pipes.Inbox(box.stdout)
        self._question: Mapping[str, Any] = self._greeting(limits, bot)

    def _greeting(self, limits: Limits, bot: Contestant) -> dict[str, Any]:
        """A replay holds no `bot_seed`: it is 0."""
        setup = self._replay["setup"]
        place = SeatOrder(bot.name, "", "", bot.filename, bot.language, bot.entry, 0)
        seats = (place,) * setup["players"]
        order = GameOrder("replay", 1, "local", setup["ruleset"], 0, seats, setup["options"])
        return game_message(order, self._seat, self._game.cards, limits)

    def run(self, until: int) -> int:
        """Play up to choice `until`, itself too; the exit code."""
        print(f"process {self._box.pid} waits for a debugger as long as you like", file=sys.stderr)
        try:
            wrong = self._play(until)
        except BotEnded as ended:
            print(ended)
            print(f"the message it did not answer: {json.dumps(self._question)}")
            return 1
        self._wait(LOOK_S)
        print(f"{wrong} answers were wrong" if wrong else "every answer was legal")
        return 1 if wrong else 0

    def _play(self, until: int) -> int:
        slip = protocol.ready_slip(self._answer())
        wrong = self._tell("game", slip.message) if slip else 0
        asked = [0] * self._replay["setup"]["players"]
        for number in range(until + 1):
            decision = self._game.decision
            assert decision is not None, "a verified replay has a decision for each choice"
            if decision.seat == self._seat:
                wrong += self._ask(number, asked[self._seat], decision.kind, decision.choices)
            elif replays.defaulted(self._replay, number):
                self._ear.add({"h": "defaulted", "seat": decision.seat, "n": asked[decision.seat]})
            asked[decision.seat] += 1
            replays.take(self._game, self._replay, number)
        return wrong

    def _ask(self, number: int, n: int, kind: str, choices: tuple[str, ...]) -> int:
        """Ask one question; 1 when the answer was wrong."""
        view, happenings = self._game.view(self._seat), self._ear.take()
        self._question = decide_message(n, kind, choices, view, happenings, self._clock)
        read = protocol.read_choice(self._answer(), n, choices)
        if isinstance(read, Slip):
            return self._tell(f"choice {number} ({kind})", f"{read.message}; received: {read.received}")
        recorded, answered = self._replay["choices"][number][1], choices[read.index]
        same = "as recorded" if recorded == answered else f"recorded: {recorded}"
        print(f"choice {number} ({kind}): {answered} [{same}]")
        return 0

    def _tell(self, where: str, what: str) -> int:
        print(f"{where}: {what}")
        return 1

    def _answer(self) -> bytes:
        """Send the question and wait for a line, however long it takes."""
        self._outbox.put(protocol.line(self._question))
        while not self._inbox.has_line:
            self._wait(LOOK_S)
            if self._inbox.ended or (self._box.poll() is not None and not self._inbox.has_line):
                ended = self._box.wait(GOODBYE_S)
                self._wait(0)
                raise BotEnded(how_it_ended(ended).message)
        return self._inbox.take_line()

    def _wait(self, seconds: float) -> None:
        """Wait until a pipe has something, and pass on what the bot writes to its standard error."""
        writing = [] if self._outbox.is_empty else [self._box.stdin]
        log = pipes.Log(self._box.stderr, 1 << 10)
        select.select([self._box.stdout, self._box.stderr], writing, [], seconds)
        self._outbox.write()
        self._inbox.read()
        log.read()
        print(log.text(), end="", file=sys.stderr, flush=True)
