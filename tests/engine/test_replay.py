"""Replays verify as they are, and not when anything in them was altered."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from engine import Game
from engine.frames import frames
from engine.replay import final_places, happenings, standing_before, verify
from engine.shuffling import BadReplay
from tests.engine.rebuilding import Json

Alteration = Callable[[Json], None]


@cache
def _played(players: int = 3, seed: int = 11) -> str:
    game = Game.new("base", players=players, seed=seed)
    number = 0
    while game.decision is not None:
        number = (number * 31 + 7) % 1009
        game.choose(number % game.decision.count)
    return json.dumps(game.replay())


def played(players: int = 3, seed: int = 11) -> Json:
    """The replay of a finished game, as if read from a file; a fresh copy that may be altered."""
    replay: Json = json.loads(_played(players, seed))
    return replay


def with_fault(seat: int = 1, n: int = 5) -> Json:
    """A replay in which the referee chose for a faulty seat from choice n on."""
    game = Game.new("base", players=3, seed=5)
    choices = 0
    while (decision := game.decision) is not None:
        faulty = decision.seat == seat and choices >= n
        game.choose(0 if faulty else choices % decision.count)
        choices += 1
    replay = game.replay()
    replay["faults"] = [{"seat": seat, "kind": "exited", "n": n}]
    replay["final_places"] = final_places(replay["result"]["places"], frozenset({seat}))
    found: Json = json.loads(json.dumps(replay))
    return found


def test_a_replay_verifies() -> None:
    for players in range(2, 7):
        verify(played(players, seed=players))


def test_a_replay_with_shuffles_verifies() -> None:
    replay = played()
    assert replay["shuffles"]
    verify(replay)


def test_a_replay_with_the_referees_entries_verifies() -> None:
    replay = played()
    count = len(replay["choices"])
    replay |= {
        "players": ["Anna", "Bob", "Cleo"],
        "clock": [[1.5, 2]] * count,
        "notes": [[0, "hm"], [3, "ah"]],
    }
    verify(replay)


def test_a_replay_without_seed_verifies_by_its_setup() -> None:
    verify(played() | {"seed": None})


def test_a_replay_of_another_engine_version_with_the_same_rules_verifies() -> None:
    verify(played() | {"engine": "99.0"})


def test_a_replay_with_a_fault_verifies() -> None:
    verify(with_fault())


def _set(*path: Any, to: Any) -> Alteration:
    def alter(replay: Json) -> None:
        *holders, last = path
        value: Any = replay
        for step in holders:
            value = value[step]
        value[last] = to

    return alter


def _swap(*path: Any, one: int, other: int) -> Alteration:
    def alter(replay: Json) -> None:
        value: Any = replay
        for step in path:
            value = value[step]
        assert value[one] != value[other]
        value[one], value[other] = value[other], value[one]

    return alter


def _drop(key: str) -> Alteration:
    def alter(replay: Json) -> None:
        del replay[key]

    return alter


def _cut(key: str, count: int) -> Alteration:
    def alter(replay: Json) -> None:
        del replay[key][-count:]

    return alter


def _another_choice(replay: Json) -> None:
    """The first choice that could have been answered in another way."""
    game = standing_before(replay, 0)
    for number, (_, choice) in enumerate(replay["choices"]):
        decision = game.decision
        assert decision is not None
        others = [other for other in decision.choices if other != choice]
        if others and number > 20:
            replay["choices"][number][1] = others[-1]
            return
        game.choose(choice)


def _one_point_more(replay: Json) -> None:
    replay["result"]["scores"][0] += 1


ALTERATIONS: dict[str, tuple[Alteration, str]] = {
    "another format": (_set("format", to="evolution-replay/2"), "format"),
    "an unknown engine": (_set("engine", to=7), "engine"),
    "another rules revision": (_set("rules", to=999), "rules"),
    "another catalogue": (_set("catalogue", to="2020-01-01"), "catalogue"),
    "cards of no use": (_set("cards", to={}), "cards|catalogue"),
    "another ruleset": (_set("ruleset", to="forum"), "ruleset"),
    "another option": (_set("options", "quick_play", to=True), "options"),
    "an option more": (_set("options", "climate_events", to=True), "options"),
    "a name too few": (_set("players", to=["Anna", "Bob"]), "players"),
    "a name that is none": (_set("players", to=["Anna", "Bob", 3]), r"players\[2\]"),
    "another seed": (_set("seed", to=12), "setup"),
    "a seed that is none": (_set("seed", to=True), "seed"),
    "two cards of the deck swapped": (_swap("setup", "deck", one=0, other=1), "choices|setup|result"),
    "two cards at the deck's bottom swapped": (
        _swap("setup", "deck", one=-1, other=-2),
        "setup|choices|result",
    ),
    "another first player": (_set("setup", "first", to=2), "choices|setup"),
    "the setup in another round": (_set("setup", "round", to=2), "setup"),
    "a bag at the start": (_set("setup", "seats", 0, "bag", to=3), "setup|result"),
    "a card at the start": (_set("setup", "seats", 0, "hand", to=["horns-1"]), "setup"),
    "no setup": (_set("setup", to=None), "setup"),
    "a shuffle missing": (_set("shuffles", to=[]), "shuffle"),
    "a shuffle in another order": (_swap("shuffles", 0, one=-1, other=-2), "shuffles|choices|result"),
    "a shuffle with other cards": (_set("shuffles", 0, to=["horns-1"]), "shuffle"),
    "a shuffle more": (lambda replay: replay["shuffles"].append(replay["shuffles"][0]), "shuffles"),
    "another choice": (_another_choice, "choices"),
    "an illegal choice": (_set("choices", 4, 1, to="feed a9"), r"choices\[4\]"),
    "a choice by its index": (_set("choices", 4, 1, to=0), r"choices\[4\]"),
    "a choice of another seat": (_set("choices", 0, 0, to=7), r"choices\[0\]"),
    "a seat that is a truth value": (_set("choices", 0, 0, to=True), r"choices\[0\]"),
    "two choices swapped": (_swap("choices", one=0, other=1), r"choices\[0\]"),
    "the last choice cut": (_cut("choices", 1), "choices"),
    "a choice more": (lambda replay: replay["choices"].append([0, "end"]), r"choices\[\d+\]"),
    "choices that are no list": (_set("choices", to={}), "choices"),
    "a fault of nobody": (_set("faults", to=[{"seat": 3, "n": 0}]), r"faults\[0\].seat"),
    "a fault without number": (_set("faults", to=[{"seat": 1}]), r"faults\[0\].n"),
    "a fault that was not punished": (_set("faults", to=[{"seat": 1, "n": 0}]), "choices|final_places"),
    "a note after the end": (_set("notes", to=[[10**6, "hm"]]), r"notes\[0\]"),
    "two notes on one choice": (_set("notes", to=[[3, "hm"], [3, "ah"]]), r"notes\[1\]"),
    "a long note": (_set("notes", to=[[3, "x" * 201]]), r"notes\[0\]"),
    "a time too few": (_set("clock", to=[[1, 1]]), "clock"),
    "a negative time": (lambda r: r.update(clock=[[-1, 1]] * len(r["choices"])), r"clock\[0\]"),
    "one point more": (_one_point_more, r"result.scores\[0\]"),
    "other places": (_set("result", "places", to=[1, 1, 1]), "result.places"),
    "no result": (_set("result", to=None), "result"),
    "other final places": (_set("final_places", to=[3, 3, 3]), "final_places"),
    "an entry more": (_set("winner", to="Anna"), "winner"),
    **{f"no {key}": (_drop(key), key) for key in ("format", "engine", "rules", "players", "seed", "clock")},
    **{
        f"no {key} at all": (_drop(key), key)
        for key in ("shuffles", "choices", "faults", "notes", "final_places")
    },
}


@pytest.mark.parametrize("name", ALTERATIONS)
def test_an_altered_replay_is_rejected_with_its_place(name: str) -> None:
    alter, place = ALTERATIONS[name]
    replay = played()
    alter(replay)
    with pytest.raises(BadReplay, match=place) as rejected:
        verify(replay)
    assert "\n" not in str(rejected.value)


def test_every_choice_matters_to_the_verification() -> None:
    """Each choice in turn is left out."""
    replay = played()
    for number in range(0, len(replay["choices"]), 9):
        altered = deepcopy(replay)
        del altered["choices"][number]
        with pytest.raises(BadReplay):
            verify(altered)


@pytest.mark.parametrize("nonsense", [None, 7, "replay", [], {}, {"format": "evolution-replay/1"}])
def test_what_is_no_replay_is_rejected(nonsense: Any) -> None:
    with pytest.raises(BadReplay, match=r"replay|format|engine"):
        verify(nonsense)


def test_a_faulty_seat_that_chose_something_else_than_the_default_is_rejected() -> None:
    replay = with_fault(n=5)
    replay["faults"][0]["n"] = 0
    with pytest.raises(BadReplay, match="no default"):
        verify(replay)


def test_faulty_seats_come_last_and_share_the_place() -> None:
    assert final_places([1, 2, 3, 4], frozenset()) == [1, 2, 3, 4]
    assert final_places([1, 2, 3, 4], frozenset({0})) == [4, 1, 2, 3]
    assert final_places([1, 2, 2, 4], frozenset({0, 3})) == [3, 1, 1, 3]
    assert final_places([1, 2, 3], frozenset({0, 1, 2})) == [1, 1, 1]


def test_the_position_before_a_choice_is_that_of_the_game() -> None:
    replay = played()
    game = Game.new("base", players=3, seed=11)
    for number, (_, choice) in enumerate(replay["choices"]):
        if number % 50 == 0:
            assert standing_before(replay, number).position() == game.position()
        game.choose(choice)
    assert standing_before(replay, len(replay["choices"])).result == game.result


def test_frames_lead_from_the_setup_to_the_end() -> None:
    replay = played()
    film = frames(replay)
    position = deepcopy(film["start"])
    for frame in film["frames"]:
        for path, value in json.loads(json.dumps(frame["changes"])):
            _set(*path, to=value)(position)
    end = standing_before(replay, len(replay["choices"])).position()
    assert {key: value for key, value in position.items() if value is not None or key in end} == end


def test_frames_hold_each_decision_with_its_answer() -> None:
    replay = played()
    replay["notes"] = [[2, "hm"]]
    replay["clock"] = [[number, 1] for number in range(len(replay["choices"]))]
    film = frames(replay)
    first, *asked = film["frames"]
    assert (film["format"], film["replay"], film["start"]) == ("evolution-frames/1", replay, replay["setup"])
    assert first["seat"] is first["kind"] is first["choice"] is None
    assert [[frame["seat"], frame["choice"]] for frame in asked] == replay["choices"]
    assert all(frame["choice"] in frame["choices"] for frame in asked)
    assert (asked[2]["note"], asked[3]["note"], asked[3]["clock"]) == ("hm", None, [3, 1])


def test_frames_hold_all_happenings_in_order() -> None:
    replay = with_fault()
    told = [happening for frame in frames(replay)["frames"] for happening in frame["happenings"]]
    assert told == happenings(replay)


def test_the_referees_defaults_are_told_from_the_fault_on() -> None:
    replay = with_fault(seat=1, n=5)
    told = [happening for happening in happenings(replay) if happening["h"] == "defaulted"]
    numbers = [number for number, (seat, _) in enumerate(replay["choices"]) if seat == 1 and number >= 5]
    assert told == [{"h": "defaulted", "seat": 1, "n": number} for number in numbers]
    assert told


def test_frames_of_an_altered_replay_are_refused() -> None:
    replay = played()
    _one_point_more(replay)
    with pytest.raises(BadReplay, match="result"):
        frames(replay)


@pytest.mark.parametrize("ruleset", ["base", "climate", "flight"])
@pytest.mark.parametrize("seat", [0, 2])
def test_frames_of_a_seat_lead_from_view_to_view(ruleset: str, seat: int) -> None:
    game = Game.new(ruleset, players=3, seed=11)
    while game.decision is not None:
        game.choose(len(game.decision.choices) // 2)
    replay = game.replay()
    film = frames(replay, seat)
    game, view = Game.new(ruleset, players=3, seed=11), deepcopy(film["start"])
    for frame, (_, choice) in zip(film["frames"], [*replay["choices"], (None, None)], strict=True):
        for path, value in json.loads(json.dumps(frame["changes"])):
            _set(*path, to=value)(view)
        seen = game.view(seat)
        assert {key: value for key, value in view.items() if value is not None or key in seen} == seen
        if choice is not None:
            game.choose(choice)


def test_frames_of_a_seat_hide_what_the_others_could_choose() -> None:
    film = frames(played(), 1)
    others = [frame for frame in film["frames"][1:] if frame["seat"] != 1]
    assert {(frame["choice"], len(frame["choices"])) for frame in others} == {(None, 0)}
    assert all(frame["choice"] in frame["choices"] for frame in film["frames"] if frame["seat"] == 1)
    assert [told for frame in film["frames"] for told in frame["happenings"]] == _told_to(1)


def test_frames_of_a_seat_that_is_not_there_are_refused() -> None:
    with pytest.raises(BadReplay, match="seat: one of 0 to 2 is wanted, found 3"):
        frames(played(), 3)


def _told_to(seat: int) -> list[dict[str, Any]]:
    replay = played()
    return standing_before(replay, len(replay["choices"])).happenings(seat)
