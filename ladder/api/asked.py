"""What a caller asks for in the query string, read strictly: nonsense is answered, never passed over."""

import re
from collections.abc import Iterable

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from ladder import access
from ladder.leaderboards import Place
from ladder.models import Bot, Competition

BOARD_PLACE = re.compile(r"([0-9]{1,9})_([01])_(-?[0-9]{1,9}\.[0-9]{1,20})_([0-9]{1,18})")
IDENTIFIER = re.compile(r"[0-9]{1,18}")
LONGEST_SHOWN = 40


def only(request: Request, *allowed: str) -> dict[str, str]:
    """The query's parameters; ValidationError for one that is not allowed (or `cursor`) or comes twice."""
    known = {*allowed, "cursor"}
    for name in request.query_params:
        if name not in known:
            raise ValidationError({_shown(name): f"Unknown filter; known are {', '.join(sorted(known))}."})
        if len(request.query_params.getlist(name)) > 1:
            raise ValidationError({name: "Given more than once; wanted one value."})
    return {name: request.query_params[name] for name in request.query_params}


def one_of(name: str, text: str, choices: Iterable[str]) -> str:
    """`text`, which must be one of the choices; ValidationError names them otherwise."""
    known = list(choices)
    if text not in known:
        raise ValidationError({name: f"Found {_shown(text)!r}, wanted one of {', '.join(known)}."})
    return text


def identifier(name: str, text: str) -> int:
    """The id in `text`; ValidationError where it is none."""
    if not IDENTIFIER.fullmatch(text):
        raise ValidationError({name: f"Found {_shown(text)!r}, wanted an id: a whole number."})
    return int(text)


def bot(request: Request, text: str) -> Bot:
    """The bot with this id, if the visitor may see it."""
    found = access.bots(request.user).filter(pk=identifier("bot", text)).first()
    if found is None:
        raise ValidationError({"bot": f"There is no bot {text}."})
    return found


def competition(request: Request, slug: str) -> Competition:
    """The competition with this slug, if the visitor may see it."""
    found = access.competitions(request.user).filter(slug=slug).first()
    if found is None:
        raise ValidationError({"competition": f"There is no competition {_shown(slug)!r}."})
    return found


def board_place(text: str | None) -> Place | None:
    """The place on a board from which to go on; ValidationError for what is none of ours."""
    if text is None:
        return None
    match = BOARD_PLACE.fullmatch(text)
    if match is None:
        raise ValidationError({"after": f"Found {_shown(text)!r}: take `next` as it comes."})
    return Place(int(match[1]), match[2] == "1", float(match[3]), int(match[4]))


def as_text(place: Place) -> str:
    """What `board_place` reads."""
    return f"{place.rank}_{int(place.provisional)}_{place.r!r}_{place.version}"


def _shown(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
