"""A scenario as it is written in a file: checked before anything runs, so that no key is ever ignored."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine.scenario import expect
from engine.scenario.expect import as_json

PHASES_WITH_DECISIONS = ("food", "play", "events", "leaf", "feeding")
HIDDEN_LISTS = ("deck", "reserve", "removed", "cold_deck", "hot_deck")
HIDDEN_OF_SEAT = ("hand", "food_card", "actions")


class BadScenario(ValueError):
    """A scenario that is not written as scenarios.md says; the message names the place and the fault."""


@dataclass(frozen=True)
class Step:
    """One thing to do or to look at: `verb` is its key; `seat`, beside `choose`, must be the one asked."""

    verb: str
    argument: Any
    seat: int | None = None


@dataclass(frozen=True)
class Scenario:
    """One scenario; of `position` (shorthand) and `new_seed` one says how its game is made.

    With `refused` making the game must fail. What the engine is to judge (`ruleset`, `players`, `options` and
    the position) is kept as written, of whatever type.
    """

    id: str
    ruleset: Any
    players: Any
    options: Any
    position: Any
    new_seed: int | None
    steps: tuple[Step, ...]
    refused: bool


def scenarios(document: Any, place: str) -> list[Scenario]:
    """The scenarios of a file's JSON document. Raises BadScenario, whose message begins with `place`."""
    if not isinstance(document, list):
        raise BadScenario(f"{place}: a scenario file is a list of scenarios, found {as_json(document)[:60]}")
    found = []
    for number, entry in enumerate(document, start=1):
        name = entry.get("id", number) if isinstance(entry, dict) else number
        try:
            found.append(_scenario(entry))
        except BadScenario as error:
            raise BadScenario(f"{place}: scenario {name}: {error}") from error
    return found


def _scenario(entry: Any) -> Scenario:
    known = ("id", "title", "rules", "ruleset", "players", "options", "position", "new", "steps", "refused")
    _object(entry, known, "a scenario", required=("id", "ruleset", "players"))
    _require(isinstance(entry["id"], str), "'id' must be a text", entry["id"])
    _require(
        ("position" in entry) != ("new" in entry), "one of 'position' and 'new' is wanted", sorted(entry)
    )
    _require(
        ("steps" in entry) != ("refused" in entry), "one of 'steps' and 'refused' is wanted", sorted(entry)
    )
    return Scenario(
        id=entry["id"],
        ruleset=entry["ruleset"],
        players=entry["players"],
        options=entry.get("options", {}),
        position=entry.get("position"),
        new_seed=_seed(entry["new"]) if "new" in entry else None,
        steps=_steps(entry.get("steps", [])),
        refused=_refused(entry),
    )


def _seed(new: Any) -> int:
    _object(new, ("seed",), "'new'", required=("seed",))
    _require(type(new["seed"]) is int, "'seed' must be an integer", new["seed"])
    return int(new["seed"])


def _refused(entry: Mapping[str, Any]) -> bool:
    if "refused" not in entry:
        return False
    kind = entry["refused"]
    _require(kind in ("position", "options"), "'refused' must be position or options", kind)
    _require(kind != "position" or "position" in entry, "a refused position is wanted", sorted(entry))
    return True


def _steps(steps: Any) -> tuple[Step, ...]:
    _require(isinstance(steps, list), "'steps' must be a list", steps)
    return tuple(_step(step, f"step {number}") for number, step in enumerate(steps, start=1))


def _step(step: Any, place: str) -> Step:
    _object(step, (*_ARGUMENTS, "seat"), place)
    verbs = [key for key in step if key != "seat"]
    _require(len(verbs) == 1, f"{place}: exactly one thing to do is wanted", sorted(step))
    verb = verbs[0]
    _require("seat" not in step or verb == "choose", f"{place}: 'seat' goes with 'choose' only", sorted(step))
    _require("seat" not in step or type(step["seat"]) is int, f"{place}: 'seat' must be an integer", step)
    _ARGUMENTS[verb](step[verb], f"{place}: {verb}")
    return Step(verb, step[verb], step.get("seat"))


def _text(argument: Any, place: str) -> None:
    _require(isinstance(argument, str), f"{place}: a choice is wanted", argument)


def _texts(argument: Any, place: str) -> None:
    _require(isinstance(argument, list), f"{place}: a list of choices is wanted", argument)
    for text in argument:
        _text(text, place)


def _text_or_texts(argument: Any, place: str) -> None:
    _texts(argument if isinstance(argument, list) else [argument], place)


def _asked(argument: Any, place: str) -> None:
    if argument is not None:
        _object(argument, ("seat", "kind"), place)


def _until(argument: Any, place: str) -> None:
    _object(argument, ("phase", "round", "seat", "over"), place)
    _require(len(argument) == 1, f"{place}: one of phase, round, seat, over is wanted", argument)
    phase = argument.get("phase", "feeding")
    _require(phase in PHASES_WITH_DECISIONS, f"{place}: a phase with decisions is wanted", phase)
    _require(argument.get("over", True) is True, f"{place}: 'over' must be true", argument)


def _expected(argument: Any, place: str) -> None:
    if fault := expect.fault(argument):
        raise BadScenario(f"{place}: {fault}")


def _view(argument: Any, place: str) -> None:
    _object(argument, ("seat", "expect", "unknown"), place, required=("seat",))
    _require(type(argument["seat"]) is int, f"{place}: 'seat' must be an integer", argument["seat"])
    _expected(argument.get("expect", {}), place)
    _require(isinstance(argument.get("unknown", []), list), f"{place}: 'unknown' must be a list", argument)
    for secret in argument.get("unknown", []):
        _require(_is_secret(secret), f"{place}: unknown secret", secret)


def _is_secret(secret: Any) -> bool:
    if not isinstance(secret, str):
        return False
    name, _, of = secret.partition(" ")
    if name == "face_down":
        return bool(of)
    return secret in HIDDEN_LISTS or (name in HIDDEN_OF_SEAT and of.isdecimal())


_ARGUMENTS: Mapping[str, Callable[[Any, str], None]] = {
    "choose": _text_or_texts,
    "legal": _texts,
    "legal_in_order": _texts,
    "offers": _texts,
    "lacks": _texts,
    "asked": _asked,
    "refuses": _text,
    "default": _text,
    "defaults_until": _until,
    "view": _view,
    "expect": _expected,
}


def _object(value: Any, known: Collection[str], what: str, required: Collection[str] = ()) -> None:
    _require(isinstance(value, dict), f"{what} must be an object", value)
    for key in value:
        _require(key in known, f"{what}: unknown key; known are {', '.join(known)}", key)
    for key in required:
        _require(key in value, f"{what}: the key {key!r} is missing", sorted(value))


def _require(holds: bool, wanted: str, found: Any) -> None:
    if not holds:
        raise BadScenario(f"{wanted}, found {as_json(found)[:200]}")
