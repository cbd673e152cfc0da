"""`status`, `matches`, `match`, `logs`, `replay`, `leaderboard`: what there is to see."""

import json
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from engine import BadReplay
from engine.replay import happenings, verify
from engine.report import as_text, report, seat_names
from workers.cli import finding, screen
from workers.cli.site import Site, connect
from workers.cli.troubles import BadInput, NotAllowed, NotFound
from workers.cli.words import AsJson, CompetitionName, Most, Server

SEAT_SHOWN = ("seat", "bot_name", "owner", "final_place", "score")
STANDING_SHOWN = ("bot", "competition", "version", "state", "rank", "rating", "games", "why")
MatchNumber = Annotated[int, typer.Argument(min=1, help="The match's number.")]


def status(
    bot: Annotated[str | None, typer.Argument(help="One bot, by name or number.")] = None,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """How your bots fare: their last version, why one is not drawn, where they stand."""
    with connect(server) as site:
        if bot is None and not site.token:
            raise NotAllowed(f"you are not signed in at {site.address}: wateringhole login {site.address}")
        bots = [finding.bot(site, bot)] if bot else finding.own_bots(site)
        boards = _boards(site, bots)
        found = [_standing(site, each, boards) for each in bots]
    if as_json:
        screen.document(found)
        return
    rows = [[each[name] for name in STANDING_SHOWN] for each in found]
    headings = (*STANDING_SHOWN[:-1], "")
    screen.table(headings, rows, "no bot yet; make one: wateringhole new my_bot")


def matches(
    bot: Annotated[str | None, typer.Option("--bot", help="Of this bot, by name or number.")] = None,
    competition: CompetitionName = None,
    state: Annotated[
        str | None, typer.Option("--state", help="planned, queued, running, finished or void")
    ] = None,
    most: Most = 20,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """The latest matches."""
    with connect(server) as site:
        wanted = {
            "competition": competition,
            "state": state,
            "bot": finding.bot(site, bot)["id"] if bot else None,
        }
        found = site.pages(
            "matches/", most, **{name: value for name, value in wanted.items() if value is not None}
        )
    if as_json:
        screen.document(found)
        return
    rows = [(each["id"], each["competition"], each["state"], line_up(each)) for each in found]
    screen.table(("match", "competition", "state", "who, by place"), rows, "no matches")


def match(number: MatchNumber, server: Server = None, as_json: AsJson = False) -> None:
    """One match: seats, places, points, faults, ratings."""
    with connect(server) as site:
        found = site.get(f"matches/{number}/")
    if as_json:
        screen.document(found)
        return
    screen.line(f"match {found['id']} of {found['competition']} ({found['ruleset']}) is {found['state']}")
    rows = [
        (*(seat[name] for name in SEAT_SHOWN), seat["fault"] or "", _change(seat)) for seat in found["seats"]
    ]
    screen.table(("seat", "bot", "owner", "place", "points", "fault", "rating"), rows, "no seats")


def logs(
    bot: Annotated[str | None, typer.Argument(help="A bot: the log of its last version's check.")] = None,
    version: Annotated[int | None, typer.Option("--version", help="The log of this version's check.")] = None,
    match: Annotated[int | None, typer.Option("--match", help="What your bots wrote in this match.")] = None,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """What a compiler or your bot wrote, and how a version's check went."""
    if [bot, version, match].count(None) != 2:
        raise BadInput("say whose log: a bot, --version NUMBER or --match NUMBER, one of them")
    with connect(server) as site:
        if match is not None:
            _tell_match_logs(_match_logs(site, match), as_json)
            return
        found = (
            site.get(f"versions/{version}/")
            if version is not None
            else _last(site, finding.bot(site, str(bot)))
        )
    if as_json:
        screen.document(found)
        return
    screen.line(
        f"version {found['number']} is {found['state']}{': ' + found['reason'] if found['reason'] else ''}"
    )
    if found["trial_match"]:
        screen.line(f"its trial is match {found['trial_match']}")
    screen.block(found["log"] or "nothing was written")


def replay(
    number: MatchNumber,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the replay there.")
    ] = None,
    in_browser: Annotated[bool, typer.Option("--open", help="Watch it in the browser.")] = False,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Tell a match as a story, keep its replay, or watch it in the browser. Every replay is verified."""
    with connect(server) as site:
        if in_browser:
            webbrowser.open(f"{site.address}/matches/{number}/")
            return
        raw = finding.load_replay(site, str(number))
    if as_json:
        print(raw.decode())
    elif save is not None:
        _save(save, raw)
    else:
        _tell_story(json.loads(raw))


def leaderboard(
    competition: Annotated[
        str | None, typer.Argument(metavar="SLUG", help="By default the only open one.")
    ] = None,
    most: Most = 50,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """The table of a competition."""
    with connect(server) as site:
        board = site.get(f"leaderboards/{finding.competition(site, competition)}/")
    if as_json:
        screen.document(board)
        return
    screen.line(f"{board['name']} ({board['state']})")
    rows = [
        (
            row["rank"],
            row["name"],
            row["owner"],
            row["language"],
            row["rating"],
            f"± {2 * row['rd']:.0f}",
            row["games"],
        )
        for row in board["rows"][:most]
    ]
    screen.table(("rank", "bot", "owner", "language", "rating", "", "games"), rows, "nobody has played yet")


def line_up(match: dict[str, Any]) -> str:
    """Such as `1. Hunter 34, 2. Grazer 21 (fault)`; before the end without places."""
    seats = match["seats"]
    if match["state"] != "finished":
        return ", ".join(str(seat["bot_name"]) for seat in seats)
    ordered = sorted(seats, key=lambda seat: (seat["final_place"], seat["seat"]))
    return ", ".join(_placed(seat) for seat in ordered)


def _placed(seat: dict[str, Any]) -> str:
    fault = f" ({seat['fault']})" if seat["fault"] else ""
    return f"{seat['final_place']}. {seat['bot_name']} {seat['score']}{fault}"


def _boards(site: Site, bots: list[dict[str, Any]]) -> dict[str, dict[int, dict[str, Any]]]:
    """Each competition's rows by bot."""
    slugs = {slug for bot in bots for slug in bot["competitions"]}
    return {
        slug: {row["bot"]: row for row in site.get(f"leaderboards/{slug}/")["rows"]} for slug in sorted(slugs)
    }


def _standing(
    site: Site, bot: dict[str, Any], boards: dict[str, dict[int, dict[str, Any]]]
) -> dict[str, Any]:
    last = _last(site, bot, none={"number": None, "state": "no version yet", "reason": ""})
    slug = next(iter(bot["competitions"]), None)
    row = boards.get(slug or "", {}).get(bot["id"], {})
    why = site.get(f"bots/{bot['id']}/").get("not_drawn", {}).get(slug) if slug else "not entered anywhere"
    return {
        "bot": bot["name"],
        "id": bot["id"],
        "competition": slug,
        "version": last["number"],
        "state": last["state"],
        "rank": row.get("rank"),
        "rating": row.get("rating"),
        "games": row.get("games"),
        "why": last["reason"] or why or "",
    }


def _last(site: Site, bot: dict[str, Any], none: dict[str, Any] | None = None) -> dict[str, Any]:
    found = site.pages(f"bots/{bot['id']}/versions/", 1)
    if found:
        return found[0]
    if none is None:
        raise NotFound(f"{bot['name']} has no version yet")
    return none


def _match_logs(site: Site, number: int) -> list[dict[str, Any]]:
    own = {bot["id"] for bot in finding.own_bots(site)}
    seats = [seat for seat in site.get(f"matches/{number}/")["seats"] if seat["bot"] in own]
    return [
        {
            "seat": seat["seat"],
            "bot": seat["bot_name"],
            "fault": seat["fault"],
            "log": _log(site, number, seat),
        }
        for seat in seats
    ]


def _log(site: Site, number: int, seat: dict[str, Any]) -> str:
    try:
        return site.text(f"matches/{number}/logs/{seat['seat']}/")
    except NotFound:
        return ""


def _tell_match_logs(found: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        screen.document(found)
    elif not found:
        screen.line("none of your bots sat in this match")
    else:
        for each in found:
            screen.line(
                f"seat {each['seat']}, {each['bot']}{': fault ' + each['fault'] if each['fault'] else ''}"
            )
            screen.block(each["log"] or "nothing was written, or it is not kept any more")


def _tell_story(played: Any) -> None:
    try:
        verify(played)
        names = seat_names(played["players"])[: played["setup"]["players"]]
        lines = as_text(report(happenings(played), names))
    except (BadReplay, KeyError, TypeError) as bad:
        raise BadInput(f"this engine cannot tell the replay: {bad}; --save FILE keeps it") from None
    for line in lines:
        print(line)


def _save(file: Path, raw: bytes) -> None:
    try:
        file.write_bytes(raw)
    except OSError as error:
        raise BadInput(f"--save {file}: {error.strerror}") from None
    screen.line(f"{file} holds the replay: python -m engine replay {file}")


def _change(seat: dict[str, Any]) -> str:
    before, after = seat["rating_before"], seat["rating_after"]
    if before is None or after is None:
        return ""
    return f"{before:.0f} → {after:.0f} ({after - before:+.0f})"
