"""Shapes of the records that verbs return, made from their dataclasses, so that the two cannot differ."""

import dataclasses
import types
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

FIELDS: dict[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
}
Shape = type[serializers.Serializer[Any]]


def shape(name: str, record: type, /, without: Collection[str] = (), **more: Any) -> Shape:
    """A serializer called `name` with the fields of a dataclass `without` some of them, and `more`."""
    hints = get_type_hints(record)
    kept = [field.name for field in dataclasses.fields(record) if field.name not in without]
    fields = {each: _field(f"{name}_{each}", hints[each]) for each in kept}
    return fixed(name, record.__doc__ or "", **(fields | more))


def fixed(name: str, words: str, /, **fields: Any) -> Shape:
    """A serializer with these fields."""
    return type(name, (serializers.Serializer,), {"__doc__": words, **fields})


def _field(name: str, hint: Any) -> Any:
    """The field of a type that our records hold: plain values, optional ones, lists, other records."""
    inner = get_args(hint)
    if get_origin(hint) in (Union, types.UnionType):
        (plain,) = [each for each in inner if each is not type(None)]
        field = _field(name, plain)
        field.allow_null = True
        return field
    if get_origin(hint) in (tuple, list):
        item = inner[0]
        if dataclasses.is_dataclass(item):
            return shape(_camel(name), item)(many=True)  # type: ignore[arg-type]
        return serializers.ListField(child=_field(name, item))
    if get_origin(hint) in (dict, Mapping):
        return serializers.DictField()
    if dataclasses.is_dataclass(hint):
        return shape(_camel(name), hint)()  # type: ignore[arg-type]
    return FIELDS[hint]()


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))
