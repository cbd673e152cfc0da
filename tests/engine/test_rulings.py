"""Every ruling A-nn of rules.md: a test or scenario names it, and fails under the other reading.

Most stand where their rule is tested; here are those that no other file has, and the checks over all of them.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import RULESETS, BadOptions, Game
from engine.rulesets.ruleset import Ruleset
from engine.scenario import Scenario, failure, scenarios
from tests.engine.tables import (
    asked,
    bags,
    board,
    choices,
    hand,
    lay,
    play,
    records,
    row,
    run_until,
    species,
    state,
)

HERE = Path(__file__).parent
RULES = HERE.parent.parent / "engine" / "docs" / "rules.md"

NO_OUTCOME = {
    "A-09": "says where the food numbers come from",
    "A-13": "says whose trait texts serve for base and forum",
    "A-17": "says where Climate's food numbers come from",
    "A-18": "says where Suns and Snowflakes come from",
    "A-94": "is the referee's: the engine only names the default",
}
"""Rulings that settle data or wording, and no outcome of a position."""


def numbered(letter: str) -> set[str]:
    """All rulings, odd situations or invariants that rules.md defines."""
    return set(re.findall(rf"\*\*({letter}-\d+)", RULES.read_text(encoding="utf-8")))


def cited(letter: str) -> set[str]:
    """Those that a test's docstring or a scenario names."""
    files = [*HERE.rglob("test_*.py"), *HERE.glob("scenarios/*.json")]
    found = (re.findall(rf"\b{letter}-\d+", path.read_text(encoding="utf-8"), re.I) for path in files)
    return {name.upper() for names in found for name in names}


def test_every_ruling_that_changes_an_outcome_is_named_by_a_test() -> None:
    assert numbered("A") - cited("A") - set(NO_OUTCOME) == set()
    assert set(NO_OUTCOME) <= numbered("A")


def test_every_odd_situation_is_named_by_a_test() -> None:
    x27 = {"X-27"} if "test_x27" in (HERE / "test_invariants_decisions.py").read_text() else set()
    assert numbered("X") - cited("X") - x27 == set()


def test_every_invariant_is_named_by_its_property_test() -> None:
    """In the name of a test, as `test_i20_…`, or by the watcher that looks at random games."""
    watchers = (HERE / "invariants.py").read_text(encoding="utf-8")
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_invariants_*.py"))
    named = {f"I-{number}" for number in re.findall(r"\bdef test_i(\d+)_", tests)}
    assert numbered("I") - named - set(re.findall(r"\"(I-\d+)", watchers)) == set()


# --- rulings that are a constant of the ruleset: the other value fails the ruling's scenario -------------

OTHER_READINGS: dict[str, tuple[str, dict[str, Any], str]] = {
    "A-08": ("base", {"grants_at_deal": True}, "W-304"),
    "A-08, Climate": ("climate", {"grants_at_deal": False}, "W-309"),
    "A-41": ("climate", {"mud_compulsory": False}, "S-095"),
    "A-43": ("climate", {"negatable": RULESETS["base"].negatable}, "S-052"),
    "A-43, base": ("base", {"negatable": RULESETS["climate"].negatable}, "S-051"),
    "A-51": ("base", {"meat_first": True}, "W-104"),
    "A-56": ("climate", {"ambushable": ("burrowing", "climbing", "symbiosis")}, "W-619"),
    "A-57": ("flight", {"avian_start": (1, 1)}, "S-110"),
    "A-58": ("flight", {"avian_max_body": 3}, "W-720"),
    "A-68": ("flight", {"nest_avian_meat": 1}, "S-118"),
    "A-81": ("base", {"hungry_first": False}, "W-207"),
    "A-82": ("forum", {"max_traits": (2, 3, 3, 3, 3)}, "W-405"),
    "A-119": ("flight", {"flight_discards": 1}, "S-106"),
}


def the_scenario(name: str) -> Scenario:
    for path in HERE.glob("scenarios/*.json"):
        for scenario in scenarios(json.loads(path.read_text(encoding="utf-8")), path.name):
            if scenario.id == name:
                return scenario
    raise LookupError(name)


@pytest.mark.parametrize("ruling", OTHER_READINGS)
def test_the_other_reading_fails_the_rulings_scenario(ruling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, numbers, name = OTHER_READINGS[ruling]
    scenario = the_scenario(name)
    assert failure(scenario) is None
    other: Ruleset = replace(RULESETS[ruleset], **numbers)
    monkeypatch.setitem(RULESETS, ruleset, other)
    assert failure(scenario) is not None


# --- rulings that no other file tests --------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["base", "climate", "flight"])
def test_six_players_play_quickly_in_all_rulesets_but_forum(ruleset: str) -> None:
    """A-01."""
    assert Game.new(ruleset, players=6).position()["options"]["quick_play"] is True


@pytest.mark.parametrize("ruleset", ["climate+flight", "climate-flight", "flight,climate"])
def test_climate_and_flight_are_not_combined(ruleset: str) -> None:
    """A-02."""
    assert set(RULESETS) == {"base", "forum", "climate", "flight"}
    with pytest.raises(BadOptions, match="there is no ruleset"):
        Game.new(ruleset, players=3)


@pytest.mark.parametrize(("ruleset", "hole"), [("base", 0), ("climate", 0), ("flight", 0), ("forum", 4)])
def test_long_neck_and_fat_tissue_act_in_the_leaf_step_not_at_the_reveal(ruleset: str, hole: int) -> None:
    """A-12: before the food cards are turned up; after it in forum."""
    more = {"climate": {"zone": "temperate"}} if ruleset == "climate" else {}
    rows = [[species("long-neck", population=3), species("fat-tissue", fat=1)], [species()]]
    game = lay(*rows, ruleset=ruleset, phase="play", food=[None, None], hole=hole, **more)
    run_until(game, phase="leaf")
    assert choices(game) == ["leaf a1 long-neck", "leaf a2 fat-tissue"]
    play(game, *choices(game)[::-1])
    assert (state(game, "a1", "food"), state(game, "a2", "food", "fat")) == (1, (1, 0))
    assert game.position()["watering_hole"] == hole


def test_intelligence_of_a_carnivore_cannot_be_paid_before_the_attack_is_declared() -> None:
    """A-44."""
    game = lay([species("carnivore", "intelligence", body=3)], [species("climbing")], hands={0: 2})
    assert choices(game) == ["end", "attack a1 b1 ignoring climbing"]


def test_a_dive_bomb_is_no_play_of_the_play_phase() -> None:
    """A-64: it waits for its own circuit after the reveal."""
    rows = [[species(avian=True, population=2, body=1)], [species()]]
    game = lay(*rows, ruleset="flight", phase="play", hands={0: ["dive-bomb-1"]}, deck=5)
    assert not [choice for choice in choices(game) if choice.startswith("dive-bomb")]
    play(game, "end", "end")
    assert asked(game) == (0, "event")
    assert "dive-bomb dive-bomb-1 a1 bank" in choices(game)


def test_in_forum_the_turn_goes_clockwise_from_the_first_player() -> None:
    """A-84: seats are the order in which the players signed up."""
    game = lay([species()], [species()], [species()], ruleset="forum", phase="play", first=2)
    order = []
    while game.decision and game.decision.kind == "play":
        order.append(game.decision.seat)
        play(game, "end")
    assert order == [2, 0, 1]


def test_drawn_cards_may_be_discarded_in_the_same_round() -> None:
    """A-102: not as traits; for Intelligence they serve."""
    game = lay(
        [species("intelligence", population=3), species()],
        [species()],
        ruleset="climate",
        phase="play",
        hands={0: ["horns-1"]},
        deck=["ambush-1", "fertile-1"],
        climate={"zone": "temperate"},
        hole=9,
    )
    play(game, "end", "return horns-1")
    run_until(game, phase="feeding")
    assert hand(game, 0) == ["ambush-1"]
    assert "intelligence a1 ambush-1" in choices(game)


def test_in_forum_any_hand_card_pays_for_growth() -> None:
    """A-112."""
    game = lay([species()], [species()], ruleset="forum", phase="play", hands={0: ["horns-1", "fertile-1"]})
    wanted = [f"{what} {card} a1" for what in ("population", "body") for card in ("fertile-1", "horns-1")]
    assert set(wanted) <= set(choices(game))


@pytest.mark.parametrize(("side", "wanted"), [("left", ["a2", "a1"]), ("right", ["a1", "a2"])])
def test_an_avian_species_stands_in_the_same_row_as_the_land_species(side: str, wanted: list[str]) -> None:
    """A-114."""
    hands = {0: ["horns-1", "horns-2"]}
    game = lay([species()], [species()], ruleset="flight", phase="play", hands=hands)
    play(game, f"avian horns-1 {side}", "discard horns-2")
    assert row(game, 0) == wanted


def test_neighbours_are_neighbours_whether_they_fly_or_not() -> None:
    """A-114: a land species' Warning Call and larger body protect the bird beside it."""
    hunter = species("carnivore", avian=True, body=4, population=1)
    for traits in (("warning-call",), ()):
        prey = [species("symbiosis", avian=True, body=1), species(*traits, body=1 if traits else 2)]
        game = lay([hunter], prey, ruleset="flight")
        assert "attack a1 b1" not in choices(game)


def test_the_fat_of_a_dead_bird_goes_to_the_bag_though_its_upkeep_was_not_paid() -> None:
    """A-120."""
    prey = species("fat-tissue", avian=True, body=2, fat=2)
    game = lay([species("carnivore", avian=True, body=5)], [prey], ruleset="flight")
    play(game, "attack a1 b1")
    assert board(game, "b1") is None
    assert bags(game) == [0, 2]


def test_the_fat_of_a_bird_goes_to_the_bag_when_the_card_is_removed() -> None:
    """A-120."""
    game = lay(
        [species("fat-tissue", avian=True, body=2, fat=2)],
        [species()],
        ruleset="flight",
        phase="play",
        hands={0: 1},
    )
    play(game, "remove fat-tissue-1")
    assert bags(game) == [2, 0]
    assert state(game, "a1", "fat", "upkeep") == (0, 0)


def test_the_bank_has_food_for_all_places_there_can_be() -> None:
    """X-12: six species of population six with all their stores take more than a box holds of tokens."""
    full = species("long-neck", "fat-tissue", body=6, population=6, food=6, fat=5)
    game = lay([full] * 2, [full] * 2, [full] * 2, phase="leaf", hole=240)
    while asked(game) in ((0, "leaf"), (1, "leaf"), (2, "leaf")):
        play(game, choices(game)[-1])
    assert [take["amount"] for take in records(game, "took")] == [1] * 6
    assert game.position()["watering_hole"] == 240


# --- where everything has its place ----------------------------------------------------------------------


def missing_tests(names: Iterator[str], folder: str) -> list[str]:
    return [name for name in names if not (HERE / folder / f"test_{name.replace('-', '_')}.py").exists()]


def test_every_trait_and_event_card_has_its_module_and_its_tests() -> None:
    from engine.event_cards import EVENT_CARDS
    from engine.traits import TRAITS

    engine = RULES.parent.parent
    traits, events = [trait.name for trait in TRAITS], list(EVENT_CARDS)
    assert missing_tests(iter(traits), "traits") == []
    assert missing_tests(iter(events), "event_cards") == []
    modules = {
        path.stem.replace("_", "-")
        for room in ("traits", "event_cards")
        for path in (engine / room).glob("*.py")
    }
    assert set(traits) | set(events) <= modules


def test_every_climate_event_has_its_module_and_a_test_that_names_it() -> None:
    from engine.climate.events import EVENTS

    folder = RULES.parent.parent / "climate" / "events"
    modules = {path.stem.replace("_", "-") for path in folder.glob("*.py")}
    tests = (HERE / "rules" / "test_climate_events.py").read_text(encoding="utf-8")
    assert set(EVENTS) <= modules
    assert [name for name in EVENTS if name not in tests] == []
