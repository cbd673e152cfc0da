"""The engine's commands: `simulate`, `scenario`, `replay` and `legal` (protocol.md 6)."""

import argparse
import io
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from engine.cards import Catalogue
from engine.entries import BadCatalogue
from engine.form import FORM
from engine.frames import frames
from engine.game import Game
from engine.json_files import BadFile, read_json
from engine.position import BadPosition
from engine.replay import happenings, standing_before, verify
from engine.report import as_text, report, seat_names
from engine.scenario import BadScenario, failure, scenarios
from engine.shuffling import BadReplay
from engine.simulate import BOTS, Simulation, summaries, traces
from engine.version import RULES_REVISION, __version__

ALL_WELL, CHECK_FAILED, BAD_INPUT = 0, 1, 2
LONGEST_COMPLAINT = 500  # characters: what was given can be much longer
INTERRUPTED = 130  # as shells count it


class BadInput(ValueError):
    """What the caller gave is not usable; the message is one clear line."""


class CheckFailed(Exception):
    """What was to be checked does not hold; the message is one clear line."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """argparse would print the usage too; here a complaint is one line."""
        raise BadInput(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 all is well, 1 a check failed, 2 bad input."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # no name in a replay can break the output
    try:
        return _run(arguments)
    except BrokenPipeError:
        _drop_output()  # whoever read has read enough
        return ALL_WELL
    except KeyboardInterrupt:
        _drop_output()
        return INTERRUPTED
    except OSError as error:
        _drop_output()
        return _complain(f"cannot write: {error.strerror}", CHECK_FAILED)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        parsed = _parser().parse_args(arguments)
        code: int = parsed.command(parsed)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (BadInput, BadFile, BadScenario, BadReplay, BadPosition) as error:
        return _complain(str(error), BAD_INPUT)
    except CheckFailed as error:
        return _complain(str(error), CHECK_FAILED)
    return code


def _complain(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(line if len(line) <= LONGEST_COMPLAINT else f"{line[:LONGEST_COMPLAINT]} …", file=sys.stderr)
    return code


def _drop_output() -> None:
    """What is still buffered must not fail once more when Python shuts down."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Plays, checks and shows games by the rules.")
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_simulate(commands.add_parser("simulate", help="play games between simple bots"))
    _add_scenario(commands.add_parser("scenario", help="check scenario files"))
    _add_replay(commands.add_parser("replay", help="show or verify the replay of a game"))
    _add_legal(commands.add_parser("legal", help="print the decision of a position"))
    return parser


def _version() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"engine {__version__}, rules {RULES_REVISION}, {FORM}, on {python}"


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", default="base", help="base, forum, climate or flight")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="2 to 6")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="of the first game; game i has S + i"
    )
    parser.add_argument("--games", type=int, default=1, metavar="N")
    parser.add_argument("--options", default="{}", metavar="JSON", help='such as {"quick_play": true}')
    parser.add_argument("--bots", choices=sorted(BOTS), default="random")
    parser.add_argument("--catalogue", metavar="FILE", help="the organiser's own cards")
    parser.add_argument("--trace", action="store_true", help="print every decision as a JSON line")
    parser.add_argument(
        "--positions", action="store_true", help="with --trace: the position after each choice"
    )
    parser.add_argument("--ask-forced", action="store_true", help="ask decisions with a single choice too")
    parser.set_defaults(command=_simulate)


def _add_scenario(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.set_defaults(command=_scenario)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help='a replay, "-" for standard input')
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--verify", action="store_true", help="play it again and compare")
    what.add_argument("--position", type=int, metavar="N", help="print the position before choice N, from 0")
    what.add_argument("--frames", action="store_true", help="print it as frames, for viewers")
    parser.set_defaults(command=_replay)


def _add_legal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help='a position, "-" for standard input')
    parser.add_argument("--catalogue", metavar="FILE", help="the organiser's own cards")
    parser.set_defaults(command=_legal)


def _simulate(parsed: argparse.Namespace) -> int:
    if parsed.games < 1:
        raise BadInput(f"--games: at least 1 is wanted, found {parsed.games}")
    if parsed.positions and not parsed.trace:
        raise BadInput("--positions goes with --trace")
    simulation = Simulation(
        ruleset=parsed.ruleset,
        players=parsed.players,
        seed=parsed.seed,
        games=parsed.games,
        bots=parsed.bots,
        options=_options(parsed.options),
        catalogue=_catalogue(parsed.catalogue),
        ask_forced=parsed.ask_forced,
    )
    try:
        simulation.start(0)
    except ValueError as error:
        raise BadInput(str(error)) from error
    if parsed.trace:
        _print_lines(map(_as_line, traces(simulation, positions=parsed.positions)))
    else:
        _print_lines(summaries(simulation))
    return ALL_WELL


@contextmanager
def _complaints_about(file: str) -> Iterator[None]:
    """What is wrong with the content of a file is said with the file's name."""
    try:
        yield
    except (BadReplay, BadPosition, BadCatalogue) as error:
        raise BadInput(f"{file}: {error}") from error


def _options(text: str) -> dict[str, Any]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"--options: is not JSON: {error}") from error
    if not isinstance(options, dict):
        raise BadInput(f"--options: a JSON object is wanted, found {text[:80]}")
    return options


def _catalogue(path: str | None) -> Catalogue | None:
    if path is None:
        return None
    with _complaints_about(path):
        return Catalogue.of(read_json(path))


def _scenario(parsed: argparse.Namespace) -> int:
    found = [scenario for path in parsed.files for scenario in scenarios(read_json(path), path)]
    failed = 0
    for scenario in found:
        fault = failure(scenario)
        failed += fault is not None
        print(f"ok {scenario.id}" if fault is None else f"FAIL {scenario.id} {fault}")
    print(f"{len(found) - failed} passed, {failed} failed")
    return CHECK_FAILED if failed else ALL_WELL


def _replay(parsed: argparse.Namespace) -> int:
    replay = read_json(parsed.file)
    if not isinstance(replay, dict):
        raise BadInput(f"{parsed.file}: a replay is a JSON object")
    if parsed.verify:
        return _verify(parsed.file, replay)
    with _complaints_about(parsed.file):
        verify(replay)
        _show(parsed, replay)
    return ALL_WELL


def _show(parsed: argparse.Namespace, replay: Any) -> None:
    if parsed.frames:
        print(_as_line(frames(replay)))
    elif parsed.position is not None:
        print(_as_line(_position(replay, parsed.position)))
    else:
        _print_report(replay)


def _print_report(replay: Any) -> None:
    names = seat_names(replay["players"])[: replay["setup"]["players"]]
    print(f"Evolution, {replay['ruleset']}, {len(names)} players: {', '.join(names)}")
    _print_lines(as_text(report(happenings(replay), names)))
    if replay["faults"]:
        places = (f"{name} {place}" for name, place in zip(names, replay["final_places"], strict=True))
        print(f"\nFinal places, bots with a fault last: {', '.join(places)}")


def _verify(name: str, replay: Any) -> int:
    try:
        verify(replay)
    except BadReplay as error:
        raise CheckFailed(f"{name}: {error}") from error
    print(f"ok: {len(replay['choices'])} choices, scores {' '.join(map(str, replay['result']['scores']))}")
    return ALL_WELL


def _position(replay: Any, number: int) -> dict[str, Any]:
    choices = len(replay["choices"])
    if not 0 <= number <= choices:
        raise BadInput(f"--position: 0 to {choices} is wanted, found {number}")
    return standing_before(replay, number).position()


def _legal(parsed: argparse.Namespace) -> int:
    position, catalogue = read_json(parsed.file), _catalogue(parsed.catalogue)
    # Asked also with a single choice: the question is what this position allows, not where it leads to.
    with _complaints_about(parsed.file):
        game = Game.from_position(position, ask_forced=True, catalogue=catalogue)
    decision = game.decision
    if decision is None:
        print("null")
    else:
        shown = {"seat": decision.seat, "kind": decision.kind, "choices": list(decision.choices)}
        print(_as_line(shown))
    return ALL_WELL


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _as_line(record: Any) -> str:
    return json.dumps(record, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
