"""Replays: playing a finished game again from its document, and checking that nothing in it was altered."""

from collections.abc import Sequence
from typing import Any

from engine.changes import as_place, changes
from engine.decisions import IllegalChoice
from engine.game import Game
from engine.replay_form import Replay, check_form
from engine.shuffling import BadReplay

COMPARED = ("format", "rules", "catalogue", "ruleset", "options", "setup", "shuffles", "choices", "result")


def verify(replay: Any) -> None:
    """Plays the replay again from its setup and from its seed, and compares all that the rules determine.

    Raises BadReplay, whose message names the place of the first fault. What only the referee can know (names,
    times, texts of notes and faults) is checked for its form and for agreeing with the choices.
    """
    check_form(replay)
    game = standing_before(replay, len(replay["choices"]))
    if game.decision is not None:
        raise BadReplay(f"choices: the game is not over after all {len(replay['choices'])}")
    _compare(replay, game.replay())
    _check_seed(replay)
    _check_final_places(replay)


def started(replay: Replay) -> Game:
    """The replay's game at its first decision, with the replay's shuffles before it. Raises BadReplay."""
    try:
        return Game.from_setup(
            replay["setup"],
            shuffles=replay["shuffles"],
            ask_forced="ask_forced" in replay,
            catalogue=replay.get("cards"),
        )
    except BadReplay:
        raise
    except ValueError as error:
        raise BadReplay(f"setup: {error}") from error


def take(game: Game, replay: Replay, number: int) -> None:
    """Makes the replay's choice `number` (from 0) in its game, which stands before it. Raises BadReplay."""
    seat, choice = replay["choices"][number]
    decision = game.decision
    if decision is None:
        raise BadReplay(f"choices[{number}]: the game was over before it")
    if decision.seat != seat:
        raise BadReplay(f"choices[{number}]: seat {seat} answers, but seat {decision.seat} is asked")
    if defaulted(replay, number) and choice != decision.default:
        raise BadReplay(f"choices[{number}]: seat {seat} is out by its fault, but {choice!r} is no default")
    try:
        game.choose(choice)
    except IllegalChoice as error:
        raise BadReplay(f"choices[{number}]: {error}") from error


def standing_before(replay: Replay, number: int) -> Game:
    """The game before choice `number`; the number of choices gives the finished game. Raises BadReplay."""
    game = started(replay)
    for earlier in range(number):
        take(game, replay, earlier)
    return game


def happenings(replay: Replay) -> list[dict[str, Any]]:
    """All that happened, with the referee's `defaulted` before each choice that it made. Raises BadReplay."""
    game = started(replay)
    happened = game.happenings()
    told = len(happened)
    for number in range(len(replay["choices"])):
        take(game, replay, number)
        new = game.happenings(since=told)
        told += len(new)
        happened += [*defaulted(replay, number), *new]
    return happened


def defaulted(replay: Replay, number: int) -> list[dict[str, Any]]:
    """The referee's happening when it made choice `number` for a seat that had faulted, else nothing."""
    seat = replay["choices"][number][0]
    out = any(fault["seat"] == seat and (fault["n"] or 0) <= number for fault in replay["faults"])
    return [{"h": "defaulted", "seat": seat, "n": number}] if out else []


def final_places(places: Sequence[int], faulty: frozenset[int]) -> list[int]:
    """Places by seat with every faulty seat behind every other; faulty seats share the last place."""
    good = [place for seat, place in enumerate(places) if seat not in faulty]
    return [
        1 + (len(good) if seat in faulty else sum(other < place for other in good))
        for seat, place in enumerate(places)
    ]


def _compare(replay: Replay, made: Replay) -> None:
    """Every entry that playing again gives anew must be the same; the engine's version may be another."""
    for key in COMPARED:
        for path, value in changes(replay[key], made[key]):
            raise BadReplay(f"{as_place([key, *path])}: playing it again gives {str(value)[:80]}")


def _check_seed(replay: Replay) -> None:
    """A replay is played without random numbers, and must be the game of its seed all the same.

    This finds cards that were changed where the game never reached them.
    """
    seed = replay["seed"]
    if seed is None:
        return
    setup = replay["setup"]
    game = Game.new(
        setup["ruleset"],
        players=setup["players"],
        seed=seed,
        options=replay["options"],
        ask_forced="ask_forced" in replay,
        catalogue=replay.get("cards"),
    )
    for path, _ in changes(setup, game.replay()["setup"]):
        raise BadReplay(f"seed: {seed} gives another {as_place(['setup', *path])}")
    for number in range(len(replay["choices"])):
        _check_shuffles(replay, game)
        take(game, replay, number)
    _check_shuffles(replay, game)


def _check_shuffles(replay: Replay, game: Game) -> None:
    for number, cards in enumerate(game.shuffles):
        if list(cards) != replay["shuffles"][number]:
            raise BadReplay(f"seed: {replay['seed']} gives another shuffles[{number}]")


def _check_final_places(replay: Replay) -> None:
    faulty = frozenset(fault["seat"] for fault in replay["faults"])
    wanted = final_places(replay["result"]["places"], faulty)
    if replay["final_places"] != wanted:
        raise BadReplay(f"final_places: the places and faults give {wanted}, found {replay['final_places']}")
