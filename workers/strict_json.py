"""JSON as strangers send it: read strictly, so that no line means two things and none can hurt us."""

import json
from typing import Any, NoReturn


class NotJsonError(ValueError):
    """A line that is not one strict JSON object in UTF-8; the text says why."""


def parse_object(line: bytes) -> dict[str, Any]:
    """The JSON object on this line. NaN, infinities, doubled keys and abysses of nesting are refused."""
    try:
        value = json.loads(line.decode(), parse_constant=_refuse_constant, object_pairs_hook=_without_doubles)
    except UnicodeDecodeError as error:
        raise NotJsonError(f"not UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise NotJsonError("nested too deeply") from None
    except NotJsonError:
        raise
    except ValueError as error:
        raise NotJsonError(str(error)) from None
    if not isinstance(value, dict):
        raise NotJsonError(f"a JSON {type(value).__name__} where an object is wanted")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise NotJsonError(f"{name} is not JSON")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJsonError("a key stands twice in one object")
    return found
