"""Frames: a replay played out for viewers that know no rules, as changes of the position (protocol.md 6)."""

from collections.abc import Iterator
from typing import Any

from engine.changes import changes
from engine.game import Game
from engine.replay import defaulted, started, take, verify
from engine.replay_form import Replay
from engine.shuffling import BadReplay

FORMAT = "evolution-frames/1"
BEFORE_THE_FIRST: dict[str, Any] = {
    "seat": None,
    "kind": None,
    "choices": [],
    "choice": None,
    "clock": None,
    "note": None,
}


def frames(replay: Any, seat: int | None = None) -> dict[str, Any]:
    """The frames document of a replay; frame 0 holds all before the first decision. Raises BadReplay.

    With a seat they show what that seat saw: views in place of positions, and of the others' decisions
    only whose they were and of which kind. They start at the first view, as there is none of the setup.
    """
    verify(replay)
    if seat is not None and not 0 <= seat < replay["setup"]["players"]:
        raise BadReplay(f"seat: one of 0 to {replay['setup']['players'] - 1} is wanted, found {seat}")
    start, *shown = _frames(replay, seat)
    return {"format": FORMAT, "replay": replay, "start": start, "frames": shown}


def going_on(replay: Replay, seat: int, first: int | None = None) -> dict[str, Any]:
    """What a seat sees of a game that may still be going on: its frames from choice number `first` on.

    Without `first` they begin as those of a whole game do. The document's `replay` holds the players' names
    and no more, as the rest would tell what the seat may not know. Raises BadReplay.
    """
    start, *shown = _frames(replay, seat, first)
    public = {"players": replay["players"], "faults": []}
    return {"format": FORMAT, "replay": public, "start": start, "frames": shown}


def _frames(replay: Replay, seat: int | None, first: int | None = None) -> Iterator[dict[str, Any]]:
    """The position to start from, then the frames: all, or those of the choices from number `first` on."""
    game = started(replay)
    for number in range(first or 0):
        take(game, replay, number)
    position, happened = _seen(game, seat), game.happenings(seat)
    before = replay["setup"] if seat is None else position
    yield before
    told = len(happened)
    if first is None:
        yield BEFORE_THE_FIRST | {"happenings": happened, "changes": changes(before, position)}
    for number in range(first or 0, len(replay["choices"])):
        asked = _asked(replay, number, game.decision, seat)
        take(game, replay, number)
        before, position, happened = position, _seen(game, seat), game.happenings(seat, since=told)
        told += len(happened)
        happened = [*defaulted(replay, number), *happened]
        yield asked | {"happenings": happened, "changes": changes(before, position)}


def _seen(game: Game, seat: int | None) -> dict[str, Any]:
    return game.position() if seat is None else game.view(seat)


def _asked(replay: Replay, number: int, decision: Any, seat: int | None) -> dict[str, Any]:
    """Who was asked what, the answer, and what the referee noted beside it, as far as the seat may know."""
    answered_by, choice = replay["choices"][number]
    if seat not in (None, answered_by):
        return BEFORE_THE_FIRST | {"seat": answered_by, "kind": decision.kind}
    return {
        "seat": answered_by,
        "kind": decision.kind,
        "choices": list(decision.choices),
        "choice": choice,
        "clock": replay["clock"][number] if replay["clock"] else None,
        "note": dict(replay["notes"]).get(number),
    }
