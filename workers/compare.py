"""`python -m workers compare`: two versions of a bot play the same decks, seats and opponents here."""

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import engine
from workers import comparison, contest_run
from workers.comparison import Difference, Verdict
from workers.contest import Contestant, ContestError, Game, unpacked
from workers.contract import Failure, GameOrder, GameResult, Limits, SeatOrder
from workers.sandbox.interface import Level

TESTED = 2
"""The first two contestants are the versions; the rest are their opponents."""

SAYINGS = {
    Verdict.BETTER: "{a} is better than {b}",
    Verdict.WORSE: "{a} is worse than {b}",
    Verdict.ALIKE: "{a} and {b} are alike: no difference of {delta:g} points or more",
    Verdict.OPEN: "not decided; play more blocks",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("new", metavar="NEW", help="a file, a folder, or a house bot such as house:random")
    parser.add_argument("old", metavar="OLD", help="what it is compared with")
    parser.add_argument(
        "--against",
        nargs="+",
        default=["house:random"],
        metavar="BOT",
        help="opponents, who take turns (house:random)",
    )
    parser.add_argument("--ruleset", default="base")
    parser.add_argument("--players", type=int, default=2, help="seats in a game")
    parser.add_argument("--blocks", type=int, default=200, help="decks at most; two games a seat each")
    parser.add_argument(
        "--delta", type=float, default=comparison.DELTA, help="difference that matters, in points"
    )
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sandbox", type=Level, choices=list(Level), help="by default the best there is")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of sentences")


@dataclass(frozen=True)
class Plan:
    """What is played: a block is a deck, a choice of opponents, each seat, and on it each version."""

    ruleset: str
    players: int
    seed: int

    def block(self, number: int, contestants: Sequence[Contestant]) -> Iterator[Game]:
        """The games of one block."""
        others = len(contestants) - TESTED
        drawn = [TESTED + (number + i) % others for i in range(self.players - 1)]
        for seat in range(self.players):
            for version in range(TESTED):
                seated = (*drawn[:seat], version, *drawn[seat:])
                yield self._game(number, seat, version, seated, contestants)

    def _game(
        self, block: int, seat: int, version: int, seated: tuple[int, ...], contestants: Sequence[Contestant]
    ) -> Game:
        deck = self.seed + block
        seats = tuple(
            _seat(contestants[which], deck, place, which < TESTED) for place, which in enumerate(seated)
        )
        number = (block * self.players + seat) * TESTED + version
        return Game(
            number, block, GameOrder(f"game {number}", 1, "local", self.ruleset, deck, seats, {}), seated
        )


def _seat(contestant: Contestant, deck: int, place: int, tested: bool) -> SeatOrder:
    """Both versions get the same seed of their own, and so does an opponent in both games."""
    digest = hashlib.sha256(json.dumps([deck, -1 if tested else place]).encode()).digest()
    bot_seed = int.from_bytes(digest[:4], "big")
    return SeatOrder(
        contestant.name, "", "", contestant.filename, contestant.language, contestant.entry, bot_seed
    )


@dataclass
class Score:
    """The versions' points in the blocks that are complete, and what went wrong."""

    players: int
    samples: list[float] = field(default_factory=list)
    faults: list[int] = field(default_factory=lambda: [0, 0])
    failures: list[str] = field(default_factory=list)
    _points: dict[int, list[list[float]]] = field(default_factory=lambda: defaultdict(lambda: [[], []]))

    def record(self, game: Game, outcome: GameResult | Failure) -> None:
        """Count one game; a block with a failure of the machine is left out."""
        if isinstance(outcome, Failure):
            self.failures.append(outcome.reason)
            return
        seat = next(seat for seat, which in enumerate(game.seated) if which < TESTED)
        version, places = game.seated[seat], outcome.final_places
        self.faults[version] += any(fault.seat == seat for fault in outcome.faults)
        others = [place for other, place in enumerate(places) if other != seat]
        block = self._points[game.block]
        block[version].append(comparison.points(places[seat], others))
        if len(block[0]) == len(block[1]) == self.players:
            self.samples.append((sum(block[0]) - sum(block[1])) / self.players)


def compare(options: argparse.Namespace) -> int:
    """Play blocks until the difference is decided or the last is played; 1 when the machine failed."""
    _check(options)
    names = [options.new, options.old, *options.against]
    plan, score = Plan(options.ruleset, options.players, options.seed), Score(options.players)
    with unpacked(names) as contestants, ExitStack() as cleanup:
        runners = contest_run.start_runners(options.jobs, options.sandbox, cleanup)
        contest_run.prepare(runners[0], contestants, Limits())
        try:
            for number in range(options.blocks):
                games = plan.block(number, contestants)
                contest_run.play_all(runners, games, contestants, Limits(), score.record)
                _progress(score, options)
                if comparison.verdict(score.samples, options.delta) is not Verdict.OPEN:
                    break
        except KeyboardInterrupt:
            print("stopped; what follows counts the blocks that were played", file=sys.stderr)
    _print(score, options, [contestants[0].name, contestants[1].name])
    return 1 if score.failures else 0


def _check(options: argparse.Namespace) -> None:
    for name in ("blocks", "jobs"):
        if getattr(options, name) < 1:
            raise ContestError(f"--{name}: found {getattr(options, name)}, wanted at least 1")
    if not 0 < options.delta <= 1:
        raise ContestError(f"--delta: found {options.delta:g}, wanted more than 0 and at most 1")
    try:
        engine.Game.new(options.ruleset, players=options.players, seed=options.seed)
    except (ValueError, TypeError) as error:
        raise ContestError(f"no such game: {error}") from None


def _progress(score: Score, options: argparse.Namespace) -> None:
    if sys.stderr.isatty():
        found = comparison.difference(score.samples)
        text = f"{found.blocks} of at most {options.blocks} blocks, difference {_shown(found)}"
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def _print(score: Score, options: argparse.Namespace, names: list[str]) -> None:
    found = comparison.difference(score.samples)
    verdict = comparison.verdict(score.samples, options.delta)
    if options.json:
        document = {
            "verdict": verdict.value,
            "blocks": found.blocks,
            "games": found.blocks * TESTED * score.players,
            "difference": found.mean,
            "interval": [found.low, found.high],
            "delta": options.delta,
            "faults": score.faults,
            "failures": score.failures,
        }
        print(json.dumps(document))
        return
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    print(SAYINGS[verdict].format(a=names[0], b=names[1], delta=options.delta))
    print(f"points of {names[0]} less those of {names[1]}: {_shown(found)}, in {found.blocks} blocks")
    print(f"games with a fault: {score.faults[0]} of {names[0]}, {score.faults[1]} of {names[1]}")
    for reason in score.failures:
        print(f"a game has no result: {reason}")


def _shown(found: Difference) -> str:
    return f"{found.mean:+.3f} ({found.low:+.3f} to {found.high:+.3f})"
