"""Reads values of a position; whatever is wrong becomes a BadPosition that names the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.showing import shown

if TYPE_CHECKING:
    from engine.cards import Cards


class BadPosition(ValueError):
    """A position that cannot be; the message names the place and the fault."""


def read_object(place: str, value: object, known: Sequence[str]) -> Mapping[str, Any]:
    """A JSON object with no keys but the known ones."""
    if not isinstance(value, Mapping):
        raise BadPosition(f"{place}: must be an object, not {shown(value)}")
    for key in value:
        if key not in known:
            raise BadPosition(f"{place}: has no {shown(key)}; known are {', '.join(known)}")
    return value


def read_number(place: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number within bounds."""
    if type(value) is not int:
        raise BadPosition(f"{place}: must be a whole number, not {shown(value)}")
    if value < least or (most is not None and value > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most}"
        raise BadPosition(f"{place}: must be {bounds}, not {shown(value)}")
    return value


def read_list(place: str, value: object, length: int | None = None) -> Sequence[Any]:
    """A JSON list, of a certain length if one is given."""
    if not isinstance(value, list | tuple):
        raise BadPosition(f"{place}: must be a list, not {shown(value)}")
    if length is not None and len(value) != length:
        raise BadPosition(f"{place}: must have {length} entries, not {len(value)}")
    return value


def read_word(place: str, value: object, known: Sequence[str]) -> str:
    """One of the known words."""
    if not isinstance(value, str) or value not in known:
        raise BadPosition(f"{place}: must be one of {', '.join(known)}, not {shown(value)}")
    return value


def needed(place: str, holder: Mapping[str, Any], key: str) -> object:
    """A value that must be there."""
    if key not in holder:
        raise BadPosition(f"{place}: {key!r} is missing")
    return holder[key]


class CardReader:
    """Turns card names into numbers; every card may stand once in the whole position."""

    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        self._found: dict[int, str] = {}

    def read(self, place: str, name: object) -> int:
        number = self._cards.number.get(name) if isinstance(name, str) else None
        if number is None:
            raise BadPosition(f"{place}: there is no card {shown(name)}")
        if number in self._found:
            raise BadPosition(f"{place}: {name} stands at {self._found[number]} too")
        self._found[number] = place
        return number

    def read_trait(self, place: str, name: object) -> int:
        """A card that may lie on a species face-up."""
        number = self.read(place, name)
        if number in self._cards.events:
            raise BadPosition(f"{place}: {name} is an event card, not a trait")
        return number

    def read_pile(self, place: str, names: object) -> list[int]:
        """Cards of hand, deck or pile: anything but the Flight cards, which have their own supply."""
        return [
            self._not_flight(place, self.read(f"{place}[{i}]", name), name)
            for i, name in enumerate(read_list(place, names))
        ]

    def read_trait_card(self, place: str, name: object) -> int:
        """A card that may be played face-down or laid on the hole."""
        return self._not_flight(place, self.read_trait(place, name), name)

    def _not_flight(self, place: str, number: int, name: object) -> int:
        if number in self._cards.flight:
            raise BadPosition(f"{place}: {name} can only lie face-up on an avian species")
        return number
