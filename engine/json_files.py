"""Reads JSON files for the commands: one document, no doubled keys, and errors of one clear line."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn


class BadFile(ValueError):
    """A file that cannot be read as one JSON document; the message names the file and the fault."""


def read_json(path: str) -> Any:
    """The JSON document in the file `path`, or on standard input when `path` is `-`. Raises BadFile."""
    name = "standard input" if path == "-" else path
    try:
        content = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return json.loads(content, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except OSError as error:
        raise BadFile(f"{name}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{name}: is not UTF-8 text (byte {error.start})") from error
    except RecursionError as error:
        raise BadFile(f"{name}: lists or objects are nested too deeply") from error
    except ValueError as error:
        raise BadFile(f"{name}: is not JSON: {error}") from error


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object as a dict; of a doubled key one value would be lost unseen, so it is refused."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} stands twice in one object")
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
