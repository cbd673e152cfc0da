"""Every scenario of every ruleset that the engine plays holds, and one that does not hold is found out."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.rulesets import RULESETS
from engine.scenario import BadScenario, Scenario, failure, scenarios
from tests.engine.rebuilding import Json

FOLDER = Path(__file__).parent / "scenarios"
ALL = [
    scenario
    for path in sorted(FOLDER.glob("*.json"))
    for scenario in scenarios(json.loads(path.read_text(encoding="utf-8")), path.name)
]


@pytest.mark.parametrize("scenario", [s for s in ALL if s.ruleset in RULESETS], ids=lambda s: s.id)
def test_scenario(scenario: Scenario) -> None:
    assert failure(scenario) is None


def test_no_id_stands_twice() -> None:
    assert [name for name, count in Counter(scenario.id for scenario in ALL).items() if count > 1] == []


GRAZING: Json = {
    "id": "T-1",
    "ruleset": "base",
    "players": 2,
    "options": {},
    "position": {
        "phase": "feeding",
        "watering_hole": 3,
        "seats": [
            {"hand": ["horns"], "species": [{"id": "a1", "population": 2, "traits": ["climbing"]}]},
            {"species": [{"id": "b1"}]},
        ],
    },
}


def run(*steps: Json, **changes: Any) -> str | None:
    """The failure of one scenario with these steps."""
    entry = {**GRAZING, "steps": list(steps), **changes}
    (scenario,) = scenarios([{key: value for key, value in entry.items() if value is not None}], "test")
    return failure(scenario)


HOLDS: list[Json] = [
    {"choose": "feed a1"},
    {"choose": ["feed a1", "end"], "seat": 0},
    {"legal": ["feed a1"]},
    {"legal_in_order": ["feed a1"]},
    {"offers": ["feed a1", "feed *"]},
    {"lacks": ["end", "attack *"]},
    {"asked": {"seat": 0, "kind": "feed"}},
    {"asked": {"kind": "feed"}},
    {"refuses": "end"},
    {"default": "feed a1"},
    {"defaults_until": {"phase": "feeding"}},
    {"defaults_until": {"seat": 1}},
    {"defaults_until": {"round": 4}},
    {"defaults_until": {"over": True}},
    {"view": {"seat": 1, "expect": {"hand_sizes": [1, 0]}, "unknown": ["hand 0", "deck", "face_down a1"]}},
    {"expect": {"species": {"a1": {"food": 0, "hungry": True, "traits": ["climbing"]}, "a9": None}}},
    {"expect": {"row": [["a1"], ["b1"]], "bags": [0, 0], "hands": [["horns-1"], []], "deck_size": 50}},
    {"expect": {"turn": 0, "passes": 0, "phase": "feeding", "round": 3, "first": 0, "final_round": None}},
    {"expect": {"watering_hole": 3, "discard": [], "discard_size": 0, "reserve_size": 0}},
]


@pytest.mark.parametrize("step", HOLDS, ids=str)
def test_a_step_that_holds_is_well(step: Json) -> None:
    assert run(step) is None


FAILS: list[tuple[Json, str]] = [
    ({"choose": "end"}, "expected the choice 'end', found"),
    ({"choose": "feed a1", "seat": 1}, "seat 1 is asked, found seat 0"),
    ({"legal": ["feed a1", "end"]}, "expected the choices"),
    ({"legal": []}, "expected the choices"),
    ({"legal_in_order": ["end"]}, "in order"),
    ({"offers": ["end"]}, "among the choices"),
    ({"lacks": ["feed *"]}, "found 'feed a1'"),
    ({"asked": {"seat": 1}}, "is asked, found"),
    ({"asked": None}, "null is asked"),
    ({"refuses": "feed a1"}, "found that it was taken"),
    ({"default": "end"}, "found 'feed a1'"),
    ({"defaults_until": {"round": 99}}, "the game is over"),
    ({"view": {"seat": 0, "unknown": ["hand 0"]}}, "does not know 'hand 0'"),
    ({"view": {"seat": 7}}, "found 2 seats"),
    ({"view": {"seat": 1, "expect": {"watering_hole": 2}}}, "expected watering_hole 2, found 3"),
    ({"expect": {"species": {"a1": {"food": 1}}}}, "expected a1 food 1, found 0"),
    ({"expect": {"species": {"a1": None}}}, "extinct"),
    ({"expect": {"species": {"a9": {}}}}, "alive"),
    ({"expect": {"scores": [1, 1]}}, 'found "nothing"'),
    ({"expect": {"zone": "cool"}}, 'found "nothing"'),
    ({"expect": {"passes": False}}, "expected passes false, found 0"),
]


@pytest.mark.parametrize(("step", "message"), FAILS, ids=str)
def test_a_step_that_does_not_hold_fails(step: Json, message: str) -> None:
    found = run({"asked": {"kind": "feed"}}, step)
    assert found is not None
    assert found.startswith("step 2: ")
    assert message in found


def test_a_refused_position_is_well_and_a_good_one_is_not() -> None:
    bad = {"seats": [{"species": [{"id": "a1", "food": 3}]}, {"species": [{"id": "b1"}]}]}
    assert run(steps=None, refused="position", position=bad) is None
    assert run(steps=None, refused="position") == "step 0: expected that this is refused, found a game"


def test_a_position_that_the_engine_refuses_fails_with_its_reason() -> None:
    found = run(position={"seats": [{"species": [{"id": "a1", "food": 3}]}, {"species": [{"id": "b1"}]}]})
    assert found is not None
    assert found.startswith("step 0: expected a game, found ")


WRONG: list[tuple[Any, str]] = [
    ({}, "a scenario file is a list"),
    ([7], "a scenario must be an object"),
    ([{"id": "T-1"}], "'ruleset' is missing"),
    ([{**GRAZING, "steps": [], "tittle": ""}], "tittle"),
    ([{**GRAZING}], "one of 'steps' and 'refused'"),
    ([{**GRAZING, "steps": [], "new": {"seed": 1}}], "one of 'position' and 'new'"),
    ([{**GRAZING, "refused": "nothing"}], "'refused'"),
]
WRONG_STEPS: list[tuple[Any, str]] = [
    ({"chose": "end"}, "chose"),
    ({"choose": 3}, "a choice is wanted"),
    ({"choose": "end", "seat": "0"}, "'seat'"),
    ({"legal": "end"}, "a list of choices"),
    ({"legal": [], "seat": 1}, "'seat' goes with 'choose' only"),
    ({"legal": [], "lacks": []}, "exactly one thing"),
    ({"asked": {"player": 0}}, "player"),
    ({"defaults_until": {"phase": "reveal"}}, "a phase with decisions"),
    ({"defaults_until": {"over": False}}, "'over'"),
    ({"defaults_until": {}}, "one of phase"),
    ({"view": {"expect": {}}}, "'seat' is missing"),
    ({"view": {"seat": 0, "unknown": ["hands 0"]}}, "hands 0"),
    ({"expect": {"foo": 1}}, "foo"),
    ({"expect": {"species": {"a1": {"foods": 1}}}}, "foods"),
    ({"expect": {"hands": [1]}}, "hands"),
    ({"expect": {"face_up": [{"zones": "cool"}]}}, "zones"),
    ({"view": {"seat": 0, "expect": {"foo": 1}}}, "foo"),
]


@pytest.mark.parametrize(("document", "message"), WRONG, ids=str)
def test_a_file_that_is_written_wrongly_is_refused(document: Any, message: str) -> None:
    with pytest.raises(BadScenario, match=message):
        scenarios(document, "file.json")


@pytest.mark.parametrize(("step", "message"), WRONG_STEPS, ids=str)
def test_a_step_that_is_written_wrongly_is_refused_by_place(step: Any, message: str) -> None:
    with pytest.raises(BadScenario, match=rf"file.json: scenario T-1: step 1.*{message}"):
        scenarios([{**GRAZING, "steps": [step]}], "file.json")
