"""`python -m workers check`: would a server take this upload, and if not, why not?"""

import argparse
import json
from contextlib import ExitStack
from pathlib import Path

from workers import archive, contest_run
from workers.contest import Contest, Contestant, ContestError, unpacked
from workers.contract import Failure, Fault, GameResult, Limits
from workers.errands import CheckErrand
from workers.folder import packed
from workers.runner_process import RunnerProcess
from workers.sandbox.interface import Level

TRIAL_PLAYERS = 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "upload", type=Path, help="a folder, a zip archive, a source file, or a Linux executable"
    )
    parser.add_argument("--ruleset", default="base")
    parser.add_argument("--sandbox", type=Level, choices=list(Level), help="by default the best there is")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of lines")


def check(options: argparse.Namespace) -> int:
    """Look through, check and try the upload as a server does; 0 when it would be taken, 1 when not."""
    steps = _Steps(options.json)
    taken = _look_through(options.upload, steps) and _check_and_try(options, steps)
    return steps.end(taken)


class _Steps:
    """What was looked at: told as it goes, or as one JSON document in the end."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._steps: list[dict[str, object]] = []

    def passed(self, step: str, what: str) -> bool:
        """The step went well."""
        self._steps.append({"step": step, "ok": True, "text": what})
        if not self._as_json:
            print(f"ok      {step}: {what}")
        return True

    def refused(self, step: str, why: str, log: str = "") -> bool:
        """The step did not; `log` is what the compiler or the bot said."""
        self._steps.append({"step": step, "ok": False, "text": why, "log": log})
        if not self._as_json:
            print(f"REFUSED {step}: {why}")
            for line in log.strip().splitlines():
                print(f"        | {line}")
        return False

    def end(self, taken: bool) -> int:
        """The exit code."""
        if self._as_json:
            print(json.dumps({"taken": taken, "steps": self._steps}))
        return 0 if taken else 1


def _look_through(path: Path, steps: _Steps) -> bool:
    try:
        given = path.resolve()
        content = packed(given) if given.is_dir() else given
        name = f"{given.name}.zip" if given.is_dir() else given.name
        upload = archive.inspect(content, name)
    except OSError as error:
        raise ContestError(f"{path} cannot be read: {error.strerror}") from None
    except archive.ArchiveRefused as refused:
        return steps.refused("upload", str(refused))
    files = "1 file" if len(upload.files) == 1 else f"{len(upload.files)} files"
    return steps.passed("upload", f"{upload.language}, starts {upload.entry}, {files}, {upload.size} bytes")


def _check_and_try(options: argparse.Namespace, steps: _Steps) -> bool:
    with unpacked([str(options.upload)]) as (bot,), ExitStack() as cleanup:
        (runner,) = contest_run.start_runners(1, options.sandbox, cleanup)
        return _check_entry(runner, bot, steps) and _try(runner, bot, options.ruleset, steps)


def _check_entry(runner: RunnerProcess, bot: Contestant, steps: _Steps) -> bool:
    checked = runner.check(CheckErrand(bot.language, bot.entry, str(bot.folder), Limits()))
    if checked.failure:
        raise ContestError(f"this machine cannot check it: {checked.failure.reason}")
    if not checked.ok:
        return steps.refused("entry", checked.reason, checked.log)
    return steps.passed("entry", f"{bot.entry} is well-formed")


def _try(runner: RunnerProcess, bot: Contestant, ruleset: str, steps: _Steps) -> bool:
    """One game against copies of itself, as a server's trial."""
    outcomes: list[GameResult | Failure] = []
    contest = Contest(ruleset, {}, TRIAL_PLAYERS, games=1, seed=1)
    contest_run.play_all(
        [runner], contest.schedule([bot]), [bot], Limits(), lambda game, outcome: outcomes.append(outcome)
    )
    (outcome,) = outcomes
    if isinstance(outcome, Failure):
        raise ContestError(f"this machine cannot try it: {outcome.reason}")
    if outcome.faults:
        return steps.refused("trial", _told(outcome.faults[0]), outcome.faults[0].stderr_tail)
    return steps.passed(
        "trial", f"a game of {outcome.decisions} decisions against itself, sandbox: {runner.level}"
    )


def _told(fault: Fault) -> str:
    where = "in its start" if fault.n is None else f"at decision {fault.n} ({fault.decision})"
    received = f"; received: {fault.received}" if fault.received else ""
    return f"fault {fault.kind} {where}: {fault.message}{received}"
