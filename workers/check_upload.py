"""`python -m workers check`: would a server take this upload, and if not, why not?"""

import argparse
from contextlib import ExitStack
from pathlib import Path

from workers import archive, contest_run
from workers.contest import Contest, Contestant, ContestError, unpacked
from workers.contract import Failure, Fault, GameResult, Limits
from workers.errands import CheckErrand
from workers.runner_process import RunnerProcess
from workers.sandbox.interface import Level

TRIAL_PLAYERS = 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("upload", type=Path, help="a zip archive, a source file, or a Linux executable")
    parser.add_argument("--ruleset", default="base")
    parser.add_argument("--sandbox", type=Level, choices=list(Level), help="by default the best there is")


def check(options: argparse.Namespace) -> int:
    """Look through, check and try the upload as a server does; 0 when it would be taken, 1 when not."""
    try:
        upload = archive.inspect(options.upload, options.upload.name)
    except OSError as error:
        raise ContestError(f"{options.upload} cannot be read: {error.strerror}") from None
    except archive.ArchiveRefused as refused:
        return _refused("upload", str(refused))
    _passed(
        "upload", f"{upload.language}, starts {upload.entry}, {len(upload.files)} files, {upload.size} bytes"
    )
    with unpacked([str(options.upload)]) as contestants, ExitStack() as cleanup:
        (runner,) = contest_run.start_runners(1, options.sandbox, cleanup)
        return _check_entry(runner, contestants[0]) or _try(runner, contestants[0], options.ruleset)


def _check_entry(runner: RunnerProcess, bot: Contestant) -> int:
    checked = runner.check(CheckErrand(bot.language, bot.entry, str(bot.folder), Limits()))
    if checked.failure:
        raise ContestError(f"this machine cannot check it: {checked.failure.reason}")
    if not checked.ok:
        return _refused("entry", checked.reason, checked.log)
    return _passed("entry", f"{bot.entry} is well-formed")


def _try(runner: RunnerProcess, bot: Contestant, ruleset: str) -> int:
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
        return _refused("trial", _told(outcome.faults[0]), outcome.faults[0].stderr_tail)
    return _passed(
        "trial", f"a game of {outcome.decisions} decisions against itself, sandbox: {runner.level}"
    )


def _told(fault: Fault) -> str:
    where = "in its start" if fault.n is None else f"at decision {fault.n} ({fault.decision})"
    received = f"; received: {fault.received}" if fault.received else ""
    return f"fault {fault.kind} {where}: {fault.message}{received}"


def _passed(step: str, what: str) -> int:
    print(f"ok      {step}: {what}")
    return 0


def _refused(step: str, why: str, log: str = "") -> int:
    print(f"REFUSED {step}: {why}")
    for line in log.strip().splitlines():
        print(f"        | {line}")
    return 1
