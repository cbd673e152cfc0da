"""The form of a replay document: which entries there are, and of which type (protocol.md 6)."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.shuffling import BadReplay

FORMAT = "evolution-replay/1"
NOTE_LENGTH = 200  # characters, protocol.md 5

Replay = Mapping[str, Any]


def check_form(replay: Any) -> None:
    """Checks that each entry is there and of its type, and nothing else. Raises BadReplay."""
    _require(isinstance(replay, dict), "a replay is a JSON object", replay)
    _require(
        replay.get("format") == FORMAT, f"format: {FORMAT} is wanted", replay.get("format", "no such entry")
    )
    for key in _FORMS:
        _require(key in replay, f"{key}: is missing; found are", list(replay))
    for key in replay:
        _require(key in _FORMS or key in _OPTIONAL, "an entry of replays is wanted", key)
    for key, check in _FORMS.items():
        check(key, replay[key], replay)
    asked = replay.get("ask_forced", True)
    _require(asked is True, "ask_forced: true is wanted, or no such entry", asked)


def _any(place: str, value: Any, replay: Replay) -> None:
    """Compared with what playing it again gives, so its form needs no check of its own."""


def _is_text(place: str, value: Any, replay: Replay) -> None:
    _require(isinstance(value, str), f"{place}: a text is wanted", value)


def _is_setup(place: str, value: Any, replay: Replay) -> None:
    _require(isinstance(value, dict), f"{place}: a position is wanted", value)
    for key, wanted in (("players", int), ("ruleset", str)):
        _require(
            type(value.get(key)) is wanted, f"{place}.{key}: {wanted.__name__} is wanted", value.get(key)
        )


def _is_seed(place: str, value: Any, replay: Replay) -> None:
    _require(value is None or type(value) is int, f"{place}: an integer or null is wanted", value)


def _are_names(place: str, value: Any, replay: Replay) -> None:
    _require_list(place, value, str)
    seats = replay["setup"]["players"]
    _require(len(value) == seats, f"{place}: {seats} names are wanted", value)


def _are_shuffles(place: str, value: Any, replay: Replay) -> None:
    _require_list(place, value, list)
    for number, cards in enumerate(value):
        _require_list(f"{place}[{number}]", cards, str)


def _are_choices(place: str, value: Any, replay: Replay) -> None:
    _require_list(place, value, list)
    for number, entry in enumerate(value):
        holds = len(entry) == 2 and type(entry[0]) is int and type(entry[1]) is str
        _require(holds, f"{place}[{number}]: [seat, choice] is wanted", entry)


def _are_faults(place: str, value: Any, replay: Replay) -> None:
    _require_list(place, value, dict)
    for number, fault in enumerate(value):
        seat, n = fault.get("seat"), fault.get("n", "nothing")
        in_game = type(seat) is int and 0 <= seat < replay["setup"]["players"]
        _require(in_game, f"{place}[{number}].seat: a seat of the game is wanted", seat)
        holds = n is None or (type(n) is int and 0 <= n <= len(replay["choices"]))
        _require(holds, f"{place}[{number}].n: the number of a choice or null is wanted", n)


def _are_notes(place: str, value: Any, replay: Replay) -> None:
    _require_list(place, value, list)
    before = -1
    for number, entry in enumerate(value):
        holds = len(entry) == 2 and type(entry[0]) is int and type(entry[1]) is str
        _require(holds, f"{place}[{number}]: [number, text] is wanted", entry)
        in_order = before < entry[0] < len(replay["choices"])
        _require(in_order, f"{place}[{number}]: a later choice's number is wanted", entry[0])
        _require(
            len(entry[1]) <= NOTE_LENGTH, f"{place}[{number}]: {NOTE_LENGTH} characters at most", entry[1]
        )
        before = entry[0]


def _are_times(place: str, value: Any, replay: Replay) -> None:
    _require_list(place, value, list)
    choices = len(replay["choices"])
    _require(
        len(value) in (0, choices), f"{place}: {choices} times are wanted, the number found is", len(value)
    )
    for number, entry in enumerate(value):
        holds = len(entry) == 2 and all(type(ms) in (int, float) and ms >= 0 for ms in entry)
        _require(holds, f"{place}[{number}]: [cpu_ms, wall_ms] is wanted", entry)


def _are_places(place: str, value: Any, replay: Replay) -> None:
    _require_list(place, value, int)


def _is_result(place: str, value: Any, replay: Replay) -> None:
    _require(isinstance(value, dict), f"{place}: a finished game's result is wanted", value)


# An organiser's own cards, and whether decisions with a single choice were asked too.
_OPTIONAL = frozenset({"cards", "ask_forced"})

# In an order in which each check may rely on those before it.
_FORMS: Mapping[str, Callable[[str, Any, Replay], None]] = {
    "format": _is_text,
    "engine": _is_text,
    "rules": _any,
    "catalogue": _any,
    "setup": _is_setup,
    "ruleset": _any,
    "options": _any,
    "players": _are_names,
    "seed": _is_seed,
    "shuffles": _are_shuffles,
    "choices": _are_choices,
    "faults": _are_faults,
    "notes": _are_notes,
    "clock": _are_times,
    "result": _is_result,
    "final_places": _are_places,
}


def _require_list(place: str, value: Any, of: type) -> None:
    _require(isinstance(value, list), f"{place}: a list is wanted", value)
    for number, entry in enumerate(value):
        _require(type(entry) is of, f"{place}[{number}]: {of.__name__} is wanted", entry)


def _require(holds: bool, wanted: str, found: Any) -> None:
    if not holds:
        raise BadReplay(f"{wanted}, found {str(found)[:80]!r}")
