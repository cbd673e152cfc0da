"""Finds what a person means on a server: a bot by name or number, the open competition, a replay."""

import json
from collections.abc import Callable
from typing import Any

from workers.cli.site import Site
from workers.cli.troubles import BadInput, NotFound, Refused

ALL = 10_000


def bot(site: Site, text: str) -> dict[str, Any]:
    """The bot with this name or number; NotFound names it."""
    if text.isdecimal():
        return dict(site.get(f"bots/{text}/"))
    found = bot_called(site, text)
    if found is None:
        raise NotFound(f"{site.address} has no bot called {text}; `wateringhole status` lists yours")
    return found


def bot_called(site: Site, name: str) -> dict[str, Any] | None:
    """The bot with exactly this name, None where there is none."""
    return next(iter(_bots(site, lambda bot: bot["name"] == name, name=name)), None)


def own_bots(site: Site) -> list[dict[str, Any]]:
    """The bots of the person and of their team."""
    return _bots(site, lambda bot: bot["owner"] == site.user, mine=1)


def _bots(site: Site, fits: Callable[[dict[str, Any]], bool], **wanted: Any) -> list[dict[str, Any]]:
    """As the server filters them, or, where it is too old to, as we do."""
    try:
        return site.pages("bots/", ALL, **wanted)
    except Refused:
        return [bot for bot in site.pages("bots/", ALL) if fits(bot)]


def competition(site: Site, slug: str | None) -> str:
    """The slug, or that of the only open competition; BadInput names those there are."""
    if slug:
        return slug
    known = site.pages("competitions/", ALL)
    opened = [each["slug"] for each in known if each["state"] == "open"]
    if len(opened) == 1:
        return str(opened[0])
    those = ", ".join(opened) if opened else "none is open"
    raise BadInput(f"which competition? Say --competition SLUG; open are: {those}")


def load_replay(site: Site, match: str) -> bytes:
    """The match's replay, as JSON; NotFound while there is none for this person."""
    return json.dumps(site.get(f"matches/{match}/replay/")).encode()
