"""What a caller asks for in the query string, read strictly: nonsense is answered, never passed over."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from ladder import access
from ladder.api.problems import Conflict, Unprocessable
from ladder.leaderboards import Place
from ladder.models import Bot, Competition
from ladder.refusals import Conflict as WasFirst
from ladder.refusals import Refused
from ladder.repeats import OtherRequest

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


@contextmanager
def refusals(field: str) -> Iterator[None]:
    """What a verb refuses is the caller's error in this field; 409 where somebody else was first."""
    try:
        yield
    except WasFirst as refused:
        raise Conflict(str(refused)) from None
    except OtherRequest as refused:
        raise Unprocessable(str(refused)) from None
    except Refused as refused:
        raise ValidationError({field: str(refused)}) from None


def body(shape: type["Serializer[Any]"], request: Request, *, partial: bool = False) -> dict[str, Any]:
    """What the request's body holds, checked; ValidationError names each field that is wrong or unknown."""
    given = shape(data=request.data, partial=partial)
    unknown = set(request.data) - set(given.fields) if hasattr(request.data, "keys") else set()
    if unknown:
        known = ", ".join(given.fields) or "none"
        raise ValidationError(
            {_shown(str(name)): f"Unknown field; known are {known}." for name in sorted(unknown)}
        )
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def moment(name: str, text: str) -> datetime:
    """The instant in `text`, ISO 8601, in UTC where it names no zone."""
    try:
        found = datetime.fromisoformat(text)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise ValidationError(
            {name: f"Found {_shown(text)!r}, wanted a time as in 2027-03-01T18:00:00Z."}
        ) from None


def number(name: str, text: str, least: int, most: int) -> int:
    """The whole number in `text`, from `least` to `most`."""
    if not IDENTIFIER.fullmatch(text) or not least <= int(text) <= most:
        raise ValidationError({name: f"Found {_shown(text)!r}, wanted a whole number, {least} to {most}."})
    return int(text)


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
