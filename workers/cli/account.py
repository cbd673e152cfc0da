"""`login`, `logout`, `servers`: tokens of one or several servers."""

import os
import sys
from typing import Annotated, Any

import typer

from workers.cli import screen, servers
from workers.cli.servers import Login
from workers.cli.site import Site
from workers.cli.troubles import BadInput, NotAllowed, NotFound, Trouble
from workers.cli.words import AsJson, Server

KEY_LENGTH = 15


def login(
    server: Annotated[str | None, typer.Argument(help="Such as https://bots.example.org")] = None,
    user: Annotated[str | None, typer.Option("--user", help="Your name there; else it is asked.")] = None,
    with_token: Annotated[
        bool,
        typer.Option("--token", help="Bring a token of your page /me/ (asked, or a line of standard input)."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Sign in at a server: with name and password, which are not kept, or with a token.

    Without a terminal, the password or token is read as one line from standard input.
    """
    known = servers.load()
    address = servers.address(
        server or os.environ.get("WATERINGHOLE_SERVER") or known.chosen or _asked_server()
    )
    if servers.is_open_road(address):
        screen.note(f"careful: {address} is not encrypted, others on the way can read what you send")
    new = _by_token(address) if with_token else _by_password(address, user)
    servers.save(known.with_login(address, new))
    if as_json:
        screen.document({"server": address, "user": new.user})
    else:
        screen.line(f"signed in at {address}{f' as {new.user}' if new.user else ''}", screen.GREEN)


def logout(server: Server = None) -> None:
    """Revoke the token and forget it."""
    known = servers.load()
    address = servers.address(server or known.chosen) if server or known.chosen else ""
    found = known.logins.get(address)
    if found is None:
        raise BadInput(f"you are not signed in at {address or 'any server'}")
    revoked = _revoke(address, found)
    servers.save(known.without(address))
    screen.line(
        f"signed out of {address}" + ("" if revoked else "; the token itself could not be revoked there")
    )


def list_servers(
    use: Annotated[
        str | None, typer.Option("--use", metavar="ADDRESS", help="Choose this one from now on.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The servers you are signed in at; the chosen one is meant where none is named."""
    known = servers.load()
    if use is not None:
        address = servers.address(use)
        if address not in known.logins:
            raise BadInput(f"you are not signed in at {address}: wateringhole login {address}")
        known = servers.Servers(address, known.logins)
        servers.save(known)
    rows = servers.as_json(known)
    if as_json:
        screen.document(rows)
        return
    shown = [("*" if row["chosen"] else "", row["server"], row["user"]) for row in rows]
    screen.table(("", "server", "user"), shown, f"none yet; {servers.LOGIN}")


def _asked_server() -> str:
    if not sys.stdin.isatty():
        raise BadInput("no server is named: wateringhole login https://bots.example.org")
    return str(typer.prompt("Server"))


def _by_password(address: str, user: str | None) -> Login:
    name = user or (str(typer.prompt("Name")) if sys.stdin.isatty() else "")
    if not name:
        raise BadInput("no name is given: wateringhole login --user NAME")
    with Site(address) as site:
        made = site.post("tokens/", {"username": name, "password": _secret("Password")})
    return Login(name, made["token"], made["key"])


def _by_token(address: str) -> Login:
    token = _secret("Token")
    with Site(address, token) as site:
        site.get("tokens/")
        return Login(_name(site), token, token[:KEY_LENGTH])


def _name(site: Site) -> str:
    """Who the token speaks for, where the server tells."""
    try:
        me: dict[str, Any] = site.get("me/")
    except NotFound:
        return ""
    return str(me.get("username", ""))


def _secret(what: str) -> str:
    if sys.stdin.isatty():
        return str(typer.prompt(what, hide_input=True))
    given = sys.stdin.readline().rstrip("\r\n")
    if not given:
        raise BadInput(f"no {what.lower()}: there is no terminal to ask at, and standard input is empty")
    return given


def _revoke(address: str, login: Login) -> bool:
    try:
        with Site(address, login.token) as site:
            site.delete(f"tokens/{login.key}/")
    except (NotAllowed, NotFound):
        return True  # it has expired, or was revoked on the site
    except Trouble as trouble:
        screen.note(f"wateringhole: {trouble}")
        return False
    return True
