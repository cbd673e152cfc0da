"""Frozen dataclasses to JSON-ready dicts and back, strictly: what does not fit is refused with its place."""

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


class WireError(ValueError):
    """A message that does not fit its dataclass; the text names the place, what was found and wanted."""


def encode(message: Any) -> Any:
    """A dataclass (nested as it may be) as plain dicts, lists, strings, numbers, booleans and None."""
    if dataclasses.is_dataclass(message) and not isinstance(message, type):
        return {f.name: encode(getattr(message, f.name)) for f in dataclasses.fields(message)}
    if isinstance(message, Mapping):
        return {key: encode(value) for key, value in message.items()}
    if isinstance(message, (list, tuple)):
        return [encode(value) for value in message]
    return message


def decode(kind: type[T], raw: Any, place: str = "message") -> T:
    """An instance of the dataclass `kind` made of parsed JSON.

    Unknown and missing keys, wrong types and booleans in place of numbers raise WireError.
    """
    return typing.cast(T, _decode(kind, raw, place))


def _decode(kind: Any, raw: Any, place: str) -> Any:
    if kind is Any:
        return raw
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _decode_dataclass(kind, raw, place)
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        return _decode_optional(kind, raw, place)
    if origin is tuple:
        return _decode_tuple(kind, raw, place)
    if origin is dict:
        return _decode_dict(kind, raw, place)
    return _decode_plain(kind, raw, place)


def _decode_plain(kind: Any, raw: Any, place: str) -> Any:
    fits = isinstance(raw, kind) and not (isinstance(raw, bool) and kind is not bool)
    if kind is float and isinstance(raw, int) and not isinstance(raw, bool):
        return float(raw)
    if not fits:
        raise _wrong(place, raw, kind.__name__)
    return raw


def _decode_optional(kind: Any, raw: Any, place: str) -> Any:
    inner = [part for part in typing.get_args(kind) if part is not types.NoneType]
    if raw is None and len(inner) < len(typing.get_args(kind)):
        return None
    if len(inner) == 1:
        return _decode(inner[0], raw, place)
    for part in inner:
        try:
            return _decode(part, raw, place)
        except WireError:
            continue
    raise _wrong(place, raw, " or ".join(getattr(part, "__name__", str(part)) for part in inner))


def _decode_tuple(kind: Any, raw: Any, place: str) -> tuple[Any, ...]:
    if not isinstance(raw, (list, tuple)):
        raise _wrong(place, raw, "a list")
    parts = typing.get_args(kind)
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(_decode(parts[0], value, f"{place}[{i}]") for i, value in enumerate(raw))
    if len(raw) != len(parts):
        raise _wrong(place, raw, f"a list of {len(parts)}")
    return tuple(
        _decode(part, value, f"{place}[{i}]") for i, (part, value) in enumerate(zip(parts, raw, strict=True))
    )


def _decode_dict(kind: Any, raw: Any, place: str) -> dict[str, Any]:
    if not isinstance(raw, dict) or not all(isinstance(key, str) for key in raw):
        raise _wrong(place, raw, "an object")
    value_kind = typing.get_args(kind)[1]
    return {key: _decode(value_kind, value, f"{place}.{key}") for key, value in raw.items()}


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _decode_dataclass(kind: type, raw: Any, place: str) -> Any:
    if not isinstance(raw, dict):
        raise _wrong(place, raw, "an object")
    fields = {f.name: f for f in dataclasses.fields(kind)}
    unknown = sorted(set(raw) - set(fields), key=str)
    if unknown:
        raise WireError(f"{place}: unknown key {unknown[0]!r}; known are {', '.join(sorted(fields))}")
    values = {}
    for name, field in fields.items():
        if name in raw:
            values[name] = _decode(_hints(kind)[name], raw[name], f"{place}.{name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise WireError(f"{place}: key {name!r} is missing")
    return kind(**values)


def _wrong(place: str, raw: Any, wanted: str) -> WireError:
    shown = repr(raw)
    return WireError(f"{place}: found {shown[:80]}{'…' if len(shown) > 80 else ''}, wanted {wanted}")
