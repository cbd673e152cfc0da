"""`python -m workers play`: bots meet on this machine, without any service, as they would on a ladder."""

import argparse
import base64
import gzip
import json
import sys
import time
from contextlib import ExitStack
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import engine
from workers import contest_run, feed, play_report
from workers.contest import Contest, ContestError, Game, unpacked
from workers.contract import Failure, GameResult, Limits
from workers.sandbox.interface import Level
from workers.tally import Tally

PROGRESS_S = 0.5
BAR_WIDTH = 20


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "bots", nargs="*", metavar="BOT", help="a file, a folder, or a house bot such as house:random"
    )
    parser.add_argument("--ruleset", default="base")
    parser.add_argument("--options", default="{}", metavar="JSON", help="such as '{\"quick_play\": true}'")
    parser.add_argument("--players", type=int, help="seats in a game; by default one for each bot")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limits", default="{}", metavar="JSON", help="such as '{\"bank_ms\": 10000}'")
    parser.add_argument("--sandbox", type=Level, choices=list(Level), help="by default the best there is")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep replays and logs there")
    feed.add_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of tables")


def play(options: argparse.Namespace) -> int:
    """Hold the contest and print what came of it. ContestError, ArchiveRefused when it cannot be held."""
    if options.replay_into:
        bot, file = options.replay_into
        return feed.feed(bot, file, options.seat, options.until)
    if not options.bots:
        raise ContestError("no bot is named: play BOT [BOT …]")
    contest, limits = _contest(options), _limits(options.limits)
    with unpacked(options.bots) as contestants, ExitStack() as cleanup:
        runners = contest_run.start_runners(_at_least_one("--jobs", options.jobs), options.sandbox, cleanup)
        contest_run.prepare(runners[0], contestants, limits)
        recorder = _Recorder(Tally([bot.name for bot in contestants], contest.players), contest, options.keep)
        try:
            contest_run.play_all(runners, contest.schedule(contestants), contestants, limits, recorder.record)
        except KeyboardInterrupt:
            print("stopped; what follows counts the games that were played", file=sys.stderr)
        finally:
            recorder.end_progress()
    level = runners[0].level
    if options.json:
        print(json.dumps(play_report.document(recorder.tally, recorder.failures, contest, level)))
    else:
        print(play_report.text(recorder.tally, recorder.failures, level, recorder.seconds))
    return 1 if recorder.failures else 0


class _Recorder:
    """Counts, keeps and shows progress as games end."""

    def __init__(self, tally: Tally, contest: Contest, keep: Path | None) -> None:
        self.tally = tally
        self.failures: list[tuple[int, Failure]] = []
        self._contest = contest
        self._keep = _made(keep)
        self._began = self._shown = time.monotonic()
        self._ended = 0

    @property
    def seconds(self) -> float:
        """How long it took so far."""
        return time.monotonic() - self._began

    def record(self, game: Game, outcome: GameResult | Failure) -> None:
        """A game ended."""
        self._ended += 1
        if isinstance(outcome, Failure):
            self.failures.append((game.number, outcome))
        else:
            self.tally.count(game.number, game.block, game.seated, outcome)
            if self._keep is not None:
                keep_game(self._keep, game, outcome)
        self._show()

    def _show(self) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._shown < PROGRESS_S:
            return
        self._shown = now
        print(f"\r{progress(self._ended, self._contest.games, self.seconds)}\033[K", end="", file=sys.stderr)
        sys.stderr.flush()

    def end_progress(self) -> None:
        """Clear the progress line."""
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def progress(ended: int, games: int, seconds: float) -> str:
    """Such as `[#####---------------] 25 of 100 games, 3.1 a second, 24 s to go`."""
    done = BAR_WIDTH * ended // games
    rate = ended / max(seconds, 0.001)
    bar = "#" * done + "-" * (BAR_WIDTH - done)
    return f"[{bar}] {ended} of {games} games, {rate:.1f} a second, {(games - ended) / rate:.0f} s to go"


def keep_game(folder: Path, game: Game, result: GameResult) -> None:
    """Write the game's replay and its bots' logs."""
    replay = gzip.decompress(base64.b64decode(result.replay))
    try:
        (folder / f"game-{game.number:04d}.json").write_bytes(replay)
        for seat, use in enumerate(result.seats):
            if use.log:
                (folder / f"game-{game.number:04d}-seat-{seat}.log").write_text(use.log)
    except OSError as error:
        raise ContestError(f"--keep {folder}: {error.strerror}") from None


def _made(folder: Path | None) -> Path | None:
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ContestError(f"--keep {folder}: {error.strerror}") from None
    return folder


def _contest(options: argparse.Namespace) -> Contest:
    players = options.players if options.players is not None else max(2, len(options.bots))
    rules = _object("--options", options.options)
    try:
        engine.Game.new(options.ruleset, players=players, seed=options.seed, options=rules)
    except (ValueError, TypeError) as error:
        raise ContestError(f"no such game: {error}") from None
    return Contest(options.ruleset, rules, players, _at_least_one("--games", options.games), options.seed)


def _limits(text: str) -> Limits:
    given = _object("--limits", text)
    known = [field.name for field in fields(Limits)]
    for name, value in given.items():
        if name not in known:
            raise ContestError(f"--limits: unknown limit {name!r}; known are {', '.join(known)}")
        if type(value) is not int or value < 1:
            raise ContestError(f"--limits: {name}: found {value!r}, wanted a whole number from 1 up")
    return Limits(**asdict(Limits()) | given)


def _object(option: str, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ContestError(f"{option}: not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ContestError(f"{option}: found {text[:40]!r}, wanted a JSON object")
    return value


def _at_least_one(option: str, value: int) -> int:
    if value < 1:
        raise ContestError(f"{option}: found {value}, wanted at least 1")
    return value
