"""Plays a contest's games in several match runners at once and tells how each ended."""

import select
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack

from workers import speed
from workers.contest import Contestant, ContestError, Game
from workers.contract import Failure, GameResult, Limits
from workers.errands import CheckErrand, Played, PlayErrand
from workers.runner_process import RunnerDied, RunnerProcess
from workers.sandbox.interface import Level

Ended = Callable[[Game, GameResult | Failure], None]

MOST_FAILURES = 3


def start_runners(jobs: int, wanted: Level | None, cleanup: ExitStack) -> list[RunnerProcess]:
    """So many runners with the wanted sandbox; without a wish with the best there is, and a warning for none.

    ContestError when the wanted sandbox does not work here.
    """
    measured = speed.measure()
    try:
        first = cleanup.enter_context(RunnerProcess(wanted or Level.NAMESPACES, measured))
    except RunnerDied as error:
        if wanted is not None:
            raise ContestError(f"--sandbox {wanted} does not work here: {error}") from None
        print(f"warning: bots run without a sandbox, as programs of your own: {error}", file=sys.stderr)
        first = cleanup.enter_context(RunnerProcess(Level.NONE, measured))
    level = Level(first.level)
    others = [cleanup.enter_context(RunnerProcess(level, measured)) for _ in range(jobs - 1)]
    return [first, *others]


def prepare(runner: RunnerProcess, contestants: Sequence[Contestant], limits: Limits) -> None:
    """Check every bot, build those that must be. ContestError, below the compiler's words, for a bad one."""
    for bot in contestants:
        try:
            checked = runner.check(CheckErrand(bot.language, bot.entry, str(bot.folder), limits))
        except RunnerDied as error:
            raise ContestError(f"this machine cannot check {bot.filename}: {error}") from None
        if checked.failure:
            raise ContestError(f"this machine cannot check {bot.filename}: {checked.failure.reason}")
        if not checked.ok:
            print(checked.log, end="", file=sys.stderr)
            raise ContestError(f"{bot.filename} cannot play: {checked.reason}")


def play_all(
    runners: Sequence[RunnerProcess],
    games: Iterable[Game],
    contestants: Sequence[Contestant],
    limits: Limits,
    ended: Ended,
) -> None:
    """Play every game on whichever runner is free; `ended` hears of each.

    ContestError when the machine fails several times in a row, or a runner dies.
    """
    waiting = deque(games)
    running: dict[RunnerProcess, Game] = {}
    failures = 0
    try:
        while waiting or running:
            for runner in runners:
                if waiting and runner not in running:
                    running[runner] = waiting.popleft()
                    runner.send(_errand(running[runner], contestants, limits))
            for runner, outcome in _outcomes(list(running)):
                ended(running.pop(runner), outcome)
                failures = failures + 1 if isinstance(outcome, Failure) else 0
                if isinstance(outcome, Failure) and failures == MOST_FAILURES:
                    raise ContestError(f"this machine cannot play: {outcome.reason}")
    except RunnerDied as error:
        raise ContestError(f"this machine cannot play: {error}") from None


def _errand(game: Game, contestants: Sequence[Contestant], limits: Limits) -> PlayErrand:
    folders = tuple(str(contestants[which].folder) for which in game.seated)
    return PlayErrand(game.order, limits, folders)


def _outcomes(running: list[RunnerProcess]) -> list[tuple[RunnerProcess, GameResult | Failure]]:
    """Wait until a runner says something; the games that ended by it."""
    speaking, _, _ = select.select(running, [], [])
    ended = []
    for runner in speaking:
        while (answer := runner.receive(0)) is not None:
            if isinstance(answer, Played):
                ended.append((runner, answer.outcome()))
    return ended
