"""`competition …`, `tournament …`, `worker status`: for organisers, and for those who enter."""

import json
from typing import Annotated, Any

import typer

from workers.cli import finding, screen
from workers.cli.site import connect
from workers.cli.troubles import BadInput
from workers.cli.words import AsJson, CompetitionName, Most, Server

Slug = Annotated[str, typer.Argument(metavar="SLUG")]
SHOWN = (
    "state",
    "ruleset",
    "options",
    "min_players",
    "max_players",
    "opens",
    "freezes",
    "closes",
    "languages",
    "limits",
)
TOURNAMENT_SHOWN = ("id", "name", "competition", "format", "state", "starts")
ENTRANT_SHOWN = ("place", "bot_name", "owner", "state", "reason")

competition = typer.Typer(
    no_args_is_help=True, help="Competitions: list, show, create, change, open, enter …"
)
tournament = typer.Typer(no_args_is_help=True, help="Tournaments: list and show.")
worker = typer.Typer(no_args_is_help=True, help="The workers that play the matches.")


@competition.command("list")
def list_competitions(server: Server = None, as_json: AsJson = False) -> None:
    """All that you may see."""
    with connect(server) as site:
        found = site.pages("competitions/", finding.ALL)
    if as_json:
        screen.document(found)
        return
    rows = [
        (
            each["slug"],
            each["name"],
            each["state"],
            each["ruleset"],
            f"{each['min_players']}–{each['max_players']}",
        )
        for each in found
    ]
    screen.table(("slug", "name", "state", "ruleset", "players"), rows, "no competition yet")


@competition.command()
def show(slug: Slug, server: Server = None, as_json: AsJson = False) -> None:
    """What is played, when, and under which limits."""
    with connect(server) as site:
        _tell(site.get(f"competitions/{slug}/"), as_json)


@competition.command()
def create(
    slug: Slug,
    name: Annotated[str, typer.Option("--name", help="As people read it.")],
    ruleset: Annotated[str, typer.Option("--ruleset", help="base, forum, climate or flight")] = "base",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="See `change`.")
    ] = None,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Make one, as a draft that only you see; `open` opens it."""
    with connect(server) as site:
        data = {"slug": slug, "name": name, "ruleset": ruleset, **_values(settings or [])}
        _tell(site.post("competitions/", data), as_json)


@competition.command()
def change(
    slug: Slug,
    settings: Annotated[list[str], typer.Argument(metavar="KEY=VALUE...", help="Such as max_players=6")],
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Change fields, named as `show --json` names them; values are JSON or plain text."""
    with connect(server) as site:
        _tell(site.patch(f"competitions/{slug}/", _values(settings)), as_json)


def _moves(verb: str, state: str, what: str) -> None:
    def move(slug: Slug, server: Server = None, as_json: AsJson = False) -> None:
        with connect(server) as site:
            site.post(f"competitions/{slug}/state/", {"state": state})
            _tell(site.get(f"competitions/{slug}/"), as_json)

    move.__doc__ = what
    competition.command(verb)(move)


_moves("open", "open", "Open it: bots enter and play.")
_moves("freeze", "frozen", "Freeze it: no new versions, matches go on.")
_moves("close", "closed", "Close it: its table is final.")
_moves("archive", "archived", "Put a closed one away.")


@competition.command()
def enter(slug: Slug, bot: str, server: Server = None) -> None:
    """Enter a bot of yours."""
    with connect(server) as site:
        site.put(f"bots/{finding.bot(site, bot)['id']}/entries/{slug}/")
    screen.line(f"{bot} is entered in {slug}", screen.GREEN)


@competition.command()
def leave(slug: Slug, bot: str, server: Server = None) -> None:
    """Take a bot of yours out; what it has played stays."""
    with connect(server) as site:
        site.delete(f"bots/{finding.bot(site, bot)['id']}/entries/{slug}/")
    screen.line(f"{bot} has left {slug}", screen.GREEN)


@tournament.command("list")
def list_tournaments(
    slug: CompetitionName = None, most: Most = 20, server: Server = None, as_json: AsJson = False
) -> None:
    """The tournaments that you may see, the newest first."""
    with connect(server) as site:
        found = site.pages("tournaments/", most, **({"competition": slug} if slug else {}))
    if as_json:
        screen.document(found)
        return
    rows = [[each[name] for name in TOURNAMENT_SHOWN] for each in found]
    screen.table(TOURNAMENT_SHOWN, rows, "no tournament yet")


@tournament.command("show")
def show_tournament(
    number: Annotated[int, typer.Argument(min=1, help="The tournament's number.")],
    rounds: Annotated[bool, typer.Option("--rounds", help="Its rounds instead, as JSON.")] = False,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """One tournament: how far it is, and who stands where."""
    with connect(server) as site:
        if rounds:
            screen.document(site.pages(f"tournaments/{number}/rounds/", finding.ALL))
            return
        found = site.get(f"tournaments/{number}/")
    if as_json:
        screen.document(found)
        return
    progress = found["progress"]
    screen.line(f"{found['name']} ({found['format']}, {found['competition']}) is {found['state']}")
    screen.line(f"  {progress['booked']} of {progress['games']} games are counted")
    entrants = sorted(
        found["entrants"], key=lambda each: (each["place"] is None, each["place"], each["number"])
    )
    rows = [[each[name] for name in ENTRANT_SHOWN] for each in entrants]
    screen.table(("place", "bot", "owner", "state", ""), rows, "nobody is entered yet")


@worker.command("status")
def worker_status(server: Server = None, as_json: AsJson = False) -> None:
    """Which workers there are, what they can play, what troubles them, and how much waits."""
    with connect(server) as site:
        found = site.get("status/")
    if as_json:
        screen.document(found)
        return
    for name, value in found.items():
        if isinstance(value, dict):
            value = ", ".join(f"{count} {state}" for state, count in value.items()) or "none"
        if not isinstance(value, list):
            screen.line(f"{name.replace('_', ' ')}: {value}")
    _tell_workers(found.get("workers", []))


def _tell_workers(workers: list[dict[str, Any]]) -> None:
    names = list(workers[0]) if workers else ["worker"]
    rows = [[_plain(each.get(name)) for name in names] for each in workers]
    screen.table([name.replace("_", " ") for name in names], rows, "no worker has been heard of")


def _plain(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def _tell(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        screen.document(found)
        return
    screen.line(f"{found['name']} ({found['slug']})", "bold")
    for key in SHOWN:
        if found.get(key) not in (None, "", [], {}):
            screen.line(f"  {key.replace('_', ' ')}: {_plain(found[key])}")


def _values(settings: list[str]) -> dict[str, Any]:
    """`["max_players=6"]` as `{"max_players": 6}`; what is no JSON is text."""
    values = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals or not key.isidentifier():
            raise BadInput(f"found {setting[:60]!r}, wanted KEY=VALUE, such as max_players=6")
        try:
            values[key] = json.loads(text)
        except ValueError:
            values[key] = text
    return values
