"""Frames: a replay played out for viewers that know no rules, as changes of the position (protocol.md 6)."""

from collections.abc import Iterator
from typing import Any

from engine.changes import changes
from engine.replay import defaulted, started, take, verify
from engine.replay_form import Replay

FORMAT = "evolution-frames/1"
BEFORE_THE_FIRST: dict[str, Any] = {
    "seat": None,
    "kind": None,
    "choices": [],
    "choice": None,
    "clock": None,
    "note": None,
}


def frames(replay: Any) -> dict[str, Any]:
    """The frames document of a replay; frame 0 holds all before the first decision. Raises BadReplay."""
    verify(replay)
    shown = list(_frames(replay))
    return {"format": FORMAT, "replay": replay, "start": replay["setup"], "frames": shown}


def _frames(replay: Replay) -> Iterator[dict[str, Any]]:
    game = started(replay)
    before, position, happened = replay["setup"], game.position(), game.happenings()
    told = len(happened)
    yield BEFORE_THE_FIRST | {"happenings": happened, "changes": changes(before, position)}
    for number in range(len(replay["choices"])):
        asked = _asked(replay, number, game.decision)
        take(game, replay, number)
        before, position, happened = position, game.position(), game.happenings(since=told)
        told += len(happened)
        happened = [*defaulted(replay, number), *happened]
        yield asked | {"happenings": happened, "changes": changes(before, position)}


def _asked(replay: Replay, number: int, decision: Any) -> dict[str, Any]:
    """Who was asked what, the answer, and what the referee noted beside it."""
    seat, choice = replay["choices"][number]
    return {
        "seat": seat,
        "kind": decision.kind,
        "choices": list(decision.choices),
        "choice": choice,
        "clock": replay["clock"][number] if replay["clock"] else None,
        "note": dict(replay["notes"]).get(number),
    }
