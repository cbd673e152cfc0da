"""`check`, `play`, `compare`, `debug`: what needs no server, as `python -m workers` does it."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from workers import __main__ as workers_command
from workers.cli import finding, screen
from workers.cli.site import Site, connect
from workers.cli.troubles import BadInput, Code
from workers.cli.words import Server

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""These commands read their own options, `--help` too."""


def check(context: typer.Context) -> None:
    """Would a server take this upload, and if not, why not? A file, a zip or a folder."""
    _pass_on("check", context.args)


def play(context: typer.Context) -> None:
    """Let bots meet on this machine: files, folders, or house bots such as house:hunter."""
    _pass_on("play", context.args)


def compare(context: typer.Context) -> None:
    """Is one version better than another? Both play the same decks until it is decided."""
    _pass_on("compare", context.args)


def debug(
    bot: Annotated[Path, typer.Argument(help="Your bot: a file or a folder.")],
    match: Annotated[str, typer.Argument(help="A match's number on the server, or a replay's file.")],
    seat: Annotated[int | None, typer.Option("--seat", min=0, help="By default your own.")] = None,
    until: Annotated[int | None, typer.Option("--until", min=0, help="Stop behind this choice.")] = None,
    server: Server = None,
) -> None:
    """Give a played match to your bot once more: no clock, no sandbox, so that a debugger may hold it."""
    if not match.isdecimal():
        _replay_into(bot, Path(match), seat or 0, until)
        return
    with connect(server) as site, tempfile.TemporaryDirectory(prefix="wateringhole-") as folder:
        file = Path(folder, f"match-{match}.json")
        file.write_bytes(finding.load_replay(site, match))
        own, last = (seat, until) if seat is not None else _own_seat(site, match)
        _replay_into(bot, file, own, until if until is not None else last)


def _replay_into(bot: Path, file: Path, seat: int, until: int | None) -> None:
    stop = [] if until is None else ["--until", str(until)]
    _pass_on("play", ["--replay-into", str(bot), str(file), "--seat", str(seat), *stop])


def _own_seat(site: Site, match: str) -> tuple[int, int | None]:
    """The first seat of the person, one with a fault before others; and the choice of its fault."""
    own = {bot["id"] for bot in finding.own_bots(site)}
    seats = [seat for seat in site.get(f"matches/{match}/")["seats"] if seat["bot"] in own]
    if not seats:
        raise BadInput(f"none of your bots sat in match {match}; say whose place to take with --seat")
    faulty = next((seat for seat in seats if seat["fault"]), seats[0])
    screen.note(f"seat {faulty['seat']}: {faulty['bot_name']}")
    return int(faulty["seat"]), _fault_at(site, match, faulty)


def _fault_at(site: Site, match: str, seat: dict[str, Any]) -> int | None:
    if not seat["fault"]:
        return None
    faults = site.get(f"matches/{match}/faults/")["faults"]
    return next((fault["n"] for fault in faults if fault["seat"] == seat["seat"]), None)


def _pass_on(command: str, arguments: Sequence[str]) -> None:
    sys.stdout.flush()
    code = workers_command.main([command, *arguments], "wateringhole")
    raise typer.Exit(code if code else Code.OK)
