"""What a scenario expects of a position or a view, and how what is found differs (scenarios.md, "Expect")."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Position = Mapping[str, Any]

HIBERNATION_IGNORES = 2  # R-DER-03
SPECIES_FIELDS = frozenset(
    {"kind", "population", "body", "food", "fat", "upkeep", "traits", "face_down", "hungry"}
)
RESULT_KEYS = frozenset({"scores", "trait_points", "population_points", "places"})
POSITION_KEYS = frozenset(
    {"turn", "passes", "discard", "phase", "round", "final_round", "first", "watering_hole", "cliff"}
    | {"flight_supply"}
)
CLIMATE_KEYS = frozenset({"zone", "glacial_thaw", "meteorite", "wildfire"})
NOTHING = "nothing"  # found where the position has no such entry


def size(cards: Any) -> Any:
    """The number of cards in a list, or in a hidden list, which a view shows as its number already."""
    return len(cards) if isinstance(cards, list) else cards


def _sorted(cards: Any) -> Any:
    """Cards in a fixed order, for comparisons that ignore it; a hidden list (a number) as it is."""
    return sorted(cards, key=str) if isinstance(cards, list) else cards


def _names(cards: Any) -> Any:
    """Sorted trait names: `horns` of `horns-3`, and of `horns`."""
    return sorted(re.sub(r"-\d+$", "", str(card)) for card in cards) if isinstance(cards, list) else cards


def _face_up(position: Position) -> list[dict[str, Any]]:
    return [{"event": e["event"], "zone": e["zone"]} for e in position.get("climate", {}).get("face_up", [])]


def _by_zone(events: Any) -> Any:
    return sorted(events, key=lambda e: (e.get("zone", ""), e.get("event", "")))


_DERIVED: Mapping[str, Callable[[Position], Any]] = {
    "row": lambda p: [[s["id"] for s in seat["species"]] for seat in p["seats"]],
    "bags": lambda p: [seat["bag"] for seat in p["seats"]],
    "hand_sizes": lambda p: [size(seat["hand"]) for seat in p["seats"]],
    "hands": lambda p: [_sorted(seat["hand"]) for seat in p["seats"]],
    "deck_size": lambda p: size(p["deck"]),
    "discard_size": lambda p: size(p["discard"]),
    "reserve_size": lambda p: size(p["reserve"]),
    "face_up": lambda p: _by_zone(_face_up(p)),
}
# Expectations that compare in another form than they are written in.
_WANTED: Mapping[str, Callable[[Any], Any]] = {
    "hands": lambda hands: [_sorted(hand) for hand in hands],
    "face_up": _by_zone,
}
KEYS = frozenset({"species", *_DERIVED, *RESULT_KEYS, *POSITION_KEYS, *CLIMATE_KEYS})


def fault(expected: Any) -> str | None:
    """What is wrong with how these expectations are written, if anything."""
    if not isinstance(expected, dict):
        return f"'expect' must be an object, found {json.dumps(expected)}"
    if unknown := expected.keys() - KEYS:
        return f"unknown expectation {min(unknown)!r}; known are {', '.join(sorted(KEYS))}"
    return _species_fault(expected.get("species", {})) or _list_fault(expected)


def _species_fault(species: Any) -> str | None:
    if not isinstance(species, dict):
        return f"expected 'species' must be an object, found {json.dumps(species)}"
    for identity, fields in species.items():
        if fields is None:
            continue
        if not isinstance(fields, dict):
            return f"expected species {identity} must be an object or null, found {json.dumps(fields)}"
        if unknown := fields.keys() - SPECIES_FIELDS:
            return f"unknown species field {min(unknown)!r}; known are {', '.join(sorted(SPECIES_FIELDS))}"
    return None


def _list_fault(expected: Mapping[str, Any]) -> str | None:
    for key, entry_type in (("hands", list), ("face_up", dict)):
        entries = expected.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, entry_type) for entry in entries):
            return f"expected {key!r} must be a list of {entry_type.__name__}s, found {as_json(entries)}"
    if unknown := {key for event in expected.get("face_up", []) for key in event} - {"event", "zone"}:
        return f"unknown face_up field {min(unknown)!r}; known are event, zone"
    return None


def differences(
    expected: Mapping[str, Any], position: Position, result: Mapping[str, Any] | None
) -> Iterator[str]:
    """One phrase for each expectation that does not hold; `result` is None until the game is over."""
    for key, wanted in expected.items():
        if key == "species":
            yield from _species_differences(wanted, position)
            continue
        wanted = _WANTED[key](wanted) if key in _WANTED else wanted
        yield from _difference(key, wanted, _found(key, position, result))


def _found(key: str, position: Position, result: Mapping[str, Any] | None) -> Any:
    if key in RESULT_KEYS:
        return (result or {}).get(key, NOTHING)
    if key in CLIMATE_KEYS:
        return position.get("climate", {}).get(key, NOTHING)
    if key in _DERIVED:
        return _DERIVED[key](position)
    return position.get(key, NOTHING)


def _species_differences(expected: Mapping[str, Any], position: Position) -> Iterator[str]:
    present = {species["id"]: species for seat in position["seats"] for species in seat["species"]}
    for identity, fields in expected.items():
        species = present.get(identity)
        if fields is None and species is not None:
            yield f"expected species {identity} extinct, found it alive"
        if fields is None:
            continue
        if species is None:
            yield f"expected species {identity} alive, found it extinct"
            continue
        for field, wanted in fields.items():
            yield from _difference(
                f"{identity} {field}", _field(field, wanted), _species_value(species, field)
            )


def _field(field: str, wanted: Any) -> Any:
    return _names(wanted) if field in {"traits", "face_down"} else wanted


def _species_value(species: Mapping[str, Any], field: str) -> Any:
    if field == "hungry":
        return _hungry(species)
    return _field(field, species.get(field, NOTHING))


def _hungry(species: Mapping[str, Any]) -> bool:
    """R-DER-04: more unfed population than a face-up Hibernation lets the species ignore."""
    ignored = HIBERNATION_IGNORES if "hibernation" in _names(species["traits"]) else 0
    return bool(species["population"] - species["food"] > ignored)


def _difference(what: str, wanted: Any, found: Any) -> Iterator[str]:
    if as_json(wanted) != as_json(found):
        yield f"expected {what} {as_json(wanted)}, found {as_json(found)}"


def as_json(value: Any) -> str:
    """The value as one line; unlike `==`, its text tells true from 1."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
