"""`watch`: matches as they end, one line each."""

import time
from typing import Annotated, Any

import typer

from workers.cli import finding, screen
from workers.cli.looking import line_up
from workers.cli.site import Site, connect
from workers.cli.troubles import AskedTooOften, Away
from workers.cli.words import AsJson, CompetitionName, Server

LOOK_S = 2.0
AT_ONCE = 50


def watch(
    competition: CompetitionName = None,
    bot: Annotated[str | None, typer.Option("--bot", help="Only matches of this bot.")] = None,
    count: Annotated[int | None, typer.Option("--count", min=1, help="End after so many matches.")] = None,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Say how matches end, live, until Ctrl-C; with --json one document a line."""
    with connect(server) as site:
        wanted: dict[str, Any] = {"state": "finished"}
        if bot:
            wanted["bot"] = finding.bot(site, bot)["id"]
        if competition or not bot:
            wanted["competition"] = finding.competition(site, competition)
        _watch(site, wanted, count, as_json)


def _watch(site: Site, wanted: dict[str, Any], count: int | None, as_json: bool) -> None:
    seen = {each["id"] for each in site.pages("matches/", AT_ONCE, **wanted)}
    told = 0
    if not as_json:
        screen.note("waiting for matches to end; Ctrl-C stops")
    while count is None or told < count:
        time.sleep(LOOK_S)
        for each in _news(site, wanted, seen):
            _tell(each, as_json)
            told += 1
            if told == count:
                return


def _news(site: Site, wanted: dict[str, Any], seen: set[int]) -> list[dict[str, Any]]:
    """Those that ended since the last look, the oldest first; none while the server is away."""
    try:
        found = site.pages("matches/", AT_ONCE, **wanted)
    except AskedTooOften as often:
        time.sleep(often.wait_s)
        return []
    except Away:
        return []
    new = [each for each in reversed(found) if each["id"] not in seen]
    seen.update(each["id"] for each in new)
    return new


def _tell(match: dict[str, Any], as_json: bool) -> None:
    if as_json:
        screen.document(match)
    else:
        screen.line(f"match {match['id']}: {line_up(match)}")
