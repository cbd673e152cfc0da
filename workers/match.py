"""One match: opens a box for each seat, lets the referee lead the game, and reports what came of it."""

import base64
import gzip
import json
import logging
import math
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from engine import replay as replays
from engine.game import Game
from workers import logs, runtimes
from workers.clock import START_WALL_FACTOR
from workers.contract import Failure, GameOrder, GameResult, Limits, SeatOrder
from workers.referee import Referee
from workers.sandbox import Box, BoxLimits, Sandbox, SandboxError
from workers.seat import Seat

CPU_RESERVE_S = 60
PUBLIC_FAULT = ("seat", "kind", "n", "decision")

log = logging.getLogger(__name__)


class HardLimitError(Exception):
    """The game took longer than any bots can make it take, so the machine is at fault."""


def play(
    sandbox: Sandbox,
    order: GameOrder,
    limits: Limits,
    folders: Sequence[Path],
    speed: float,
    progress: Callable[[int], None],
) -> GameResult | Failure:
    """Play one game; a Failure is the machine's, never a bot's. `folders` hold the unpacked bots by seat.

    `progress` is called with the number of decisions at least at every tick.
    """
    try:
        with logs.about(match=order.match, attempt=order.attempt):
            return _Match(sandbox, order, limits, speed, progress).play(folders)
    except runtimes.LanguageMissing as error:
        return Failure("language", str(error))
    except SandboxError as error:
        return Failure("sandbox", str(error))
    except HardLimitError as error:
        return Failure("hard-limit", str(error))
    except OSError as error:
        return Failure("system", f"{error.strerror or error}: {error.filename or 'the match runner'}")
    except Exception as error:
        log.exception("match %s failed", order.match)
        return Failure("engine", f"{type(error).__name__}: {error}")


class _Match:
    def __init__(
        self,
        sandbox: Sandbox,
        order: GameOrder,
        limits: Limits,
        speed: float,
        progress: Callable[[int], None],
    ) -> None:
        self._sandbox = sandbox
        self._order = order
        self._limits = limits
        self._speed = speed
        self._progress = progress
        self._limit_s = limits.game_hard_limit_s(len(order.seats))
        self._deadline = time.monotonic() + self._limit_s

    def play(self, folders: Sequence[Path]) -> GameResult:
        game = Game.new(
            self._order.ruleset,
            players=len(self._order.seats),
            seed=self._order.seed,
            options=self._order.options,
        )
        with ExitStack() as cleanup:
            seats = [self._open(number, folder, cleanup) for number, folder in enumerate(folders)]
            referee = Referee(game, seats, self._limits, self._watch)
            referee.start(self._order, game.cards)
            referee.play()
            result = game.result
            assert result is not None
            final_places = replays.final_places(result["places"], _faulty(referee))
            referee.end(result["scores"], final_places)
        return self._result(game, referee, seats, final_places)

    def _open(self, number: int, folder: Path, cleanup: ExitStack) -> Seat:
        log.info("seat %d: %s starts", number, self._order.seats[number].bot)
        box = open_bot(self._sandbox, self._order.seats[number], folder, self._limits, number)
        cleanup.callback(box.close)
        return Seat(box, self._limits, self._speed)

    def _watch(self, decisions: int) -> None:
        if time.monotonic() > self._deadline:
            raise HardLimitError(f"the game was not over after {self._limit_s:.0f} s")
        self._progress(decisions)

    def _result(
        self, game: Game, referee: Referee, seats: Sequence[Seat], final_places: list[int]
    ) -> GameResult:
        replay = game.replay()
        replay["players"] = [seat.bot for seat in self._order.seats]
        replay["faults"] = [{key: getattr(fault, key) for key in PUBLIC_FAULT} for fault in referee.faults]
        replay["notes"] = [list(note) for note in referee.notes]
        replay["clock"] = [list(times) for times in referee.clock]
        replay["final_places"] = final_places
        return GameResult(
            scores=tuple(replay["result"]["scores"]),
            places=tuple(replay["result"]["places"]),
            final_places=tuple(final_places),
            faults=tuple(referee.faults),
            seats=tuple(seat.use() for seat in seats),
            decisions=referee.decisions,
            rounds=game.position()["round"],
            replay=pack_replay(replay),
        )


def open_bot(sandbox: Sandbox, seat: SeatOrder, folder: Path, limits: Limits, slot: int) -> Box:
    """Start a bot in a box of its own; SandboxError when the machine cannot."""
    runtime = proven_runtime(seat.runtime)
    return sandbox.open(
        runtime.command(seat.entry, limits.memory_mb),
        folder,
        BoxLimits(memory_mb=limits.memory_mb, cpu_s=_cpu_backstop_s(limits)),
        slot,
        runtime.mounts(),
        runtime.env(),
    )


@cache
def proven_runtime(language: str) -> runtimes.Runtime:
    """The runtime of a language, looked at once; SandboxError when this machine cannot run it."""
    runtime = runtimes.for_language(language)
    runtime.require()
    return runtime


def _cpu_backstop_s(limits: Limits) -> int:
    """The system's own limit on CPU time, which no bot reaches whose clock is kept."""
    waiting_ms = START_WALL_FACTOR * limits.start_ms + limits.wall_bank_ms
    return math.ceil(waiting_ms / 1000) + CPU_RESERVE_S


def _faulty(referee: Referee) -> frozenset[int]:
    return frozenset(fault.seat for fault in referee.faults)


def pack_replay(replay: dict[str, Any]) -> str:
    """A replay document as it rides in a report: base64 of gzip, the same for the same replay."""
    text = json.dumps(replay, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return base64.b64encode(gzip.compress(text.encode(), compresslevel=6, mtime=0)).decode()
