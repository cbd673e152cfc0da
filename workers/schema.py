"""`python -m workers schema`: the JSON schema of the bot protocol, made of the types in `messages.py`."""

import argparse
import inspect
import json
import types
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from engine.happenings import FIELDS
from workers import messages

FILE = Path(__file__).parent / "data" / "protocol.schema.json"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
SIMPLE: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}
ADDED = {"defaulted": ("seat", "n")}
"""Happenings that the referee adds to the engine's."""
Schema = dict[str, Any]


def document() -> Schema:
    """A schema that every line of either side fits; `#/$defs/referee` and `#/$defs/bot` are one side's."""
    named: dict[str, Schema] = {}
    sides = {"referee": messages.REFEREE, "bot": messages.BOT}
    for side, kinds in sides.items():
        named[side] = {"anyOf": [_schema(kind, named) for kind in kinds]}
    named["Happening"] = {"anyOf": [_happening(h, names) for h, names in (FIELDS | ADDED).items()]}
    return {
        "$schema": DRAFT,
        "title": "The bot protocol of Watering Hole, version 1",
        "description": "One JSON object a line, in both directions.",
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "$defs": dict(sorted(named.items())),
    }


def text() -> str:
    """The file's content."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--write", action="store_true", help="write the file of the package anew")


def schema(options: argparse.Namespace) -> int:
    """Print the schema, or write it where it is kept."""
    if options.write:
        FILE.write_text(text())
    else:
        print(text(), end="")
    return 0


def _schema(hint: Any, named: dict[str, Schema]) -> Schema:
    """The schema of one type; TypedDicts get a definition of their own in `named`."""
    if hint in SIMPLE:
        return SIMPLE[hint]
    if is_typeddict(hint):
        if hint.__name__ not in named:
            named[hint.__name__] = {}
            named[hint.__name__] = _object(hint, named)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
    if origin is NotRequired:
        return _schema(inner[0], named)
    if origin is list:
        return {"type": "array", "items": _schema(inner[0], named)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(inner[1], named)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(each, named) for each in inner]}
    raise TypeError(f"no schema for the type {hint!r}")


def _object(kind: Any, named: dict[str, Schema]) -> Schema:
    hints = get_type_hints(kind, include_extras=True)
    return {
        "description": inspect.getdoc(kind),
        "type": "object",
        "properties": {name: _schema(hint, named) for name, hint in hints.items()},
        "required": sorted(kind.__required_keys__),
        "additionalProperties": kind in messages.BOT,  # what a bot adds is passed over
    }


def _happening(name: str, fields: tuple[str, ...]) -> Schema:
    return {
        "type": "object",
        "properties": {"h": {"const": name}, **{field: {} for field in fields}},
        "required": ["h", *fields],
        "additionalProperties": False,
    }
