"""Positions: what loads, what is refused and how it is said (protocol 3)."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine import BadPosition, Game
from tests.engine.tables import choices, lay, play, species

Change = Callable[[dict[str, Any]], None]


def feeding() -> dict[str, Any]:
    """A small position: two seats, one species each, a card or two everywhere."""
    game = lay(
        [species("fat-tissue", body=3, population=2, food=1, fat=1)],
        [species("horns", population=2), species()],
        hole=3,
        hands={0: ["fertile-1"]},
        deck=["ambush-1", "ambush-2"],
        discard=["climbing-1"],
    )
    return game.position()


def put(*path: Any) -> Change:
    """A change of the value at a path: the last entry is the value."""
    *keys, last, value = path

    def change(position: dict[str, Any]) -> None:
        holder: Any = position
        for key in keys:
            holder = holder[key]
        holder[last] = value

    return change


def drop(key: str) -> Change:
    return lambda position: position.pop(key)


REFUSED = [
    (put("ruleset", "chess"), "ruleset: must be one of"),
    (drop("ruleset"), "'ruleset' is missing"),
    (put("players", 3), "food_cards: must have 3 entries, not 2"),
    (put("players", "2"), "players must be a number"),
    (put("options", {"quick": True}), "no option 'quick'"),
    (put("options", []), "options must be an object"),
    (put("phase", "events"), "phase: must be one of"),
    (put("phase", "environment"), "phase: must be one of"),
    (put("round", 0), "round: must be at least 1, not 0"),
    (put("round", True), "round: must be a whole number, not True"),
    (put("round", 1.0), "round: must be a whole number, not 1.0"),
    (put("first", 2), "first: must be from 0 to 1, not 2"),
    (put("turn", -1), "turn: must be from 0 to 1, not -1"),
    (put("final_round", 2), "final_round: must be at least 3, not 2"),
    (put("watering_hole", -1), "watering_hole: must be at least 0, not -1"),
    (put("passes", 2), "passes: must be from 0 to 1, not 2"),
    (put("deck", 5), "deck: must be a list, not 5"),
    (put("deck", ["unicorn-1"]), r"deck\[0\]: there is no card 'unicorn-1'"),
    (put("deck", ["dive-bomb-1"]), r"deck\[0\]: there is no card 'dive-bomb-1'"),
    (put("deck", [None]), r"deck\[0\]: there is no card None"),
    (put("deck", ["fertile-1"]), r"seats\[0\].hand\[0\]: fertile-1 stands at deck\[0\] too"),
    (put("discard", ["ambush-1"]), r"discard\[0\]: ambush-1 stands at deck\[0\] too"),
    (put("food_cards", ["fertile-2", None]), r"food_cards\[0\]: no food card lies on the hole in feeding"),
    (put("food_cards", [None]), "food_cards: must have 2 entries, not 1"),
    (put("wild", 1), "position: has no 'wild'"),
    (put("cliff", 0), "position: has no 'cliff'"),
    (put("climate", None), "position: has no 'climate'"),
    (put("seats", {}), "seats: must be a list"),
    (put("seats", []), "seats: must have 2 entries, not 0"),
    (put("seats", 0, "hand", 3), r"seats\[0\].hand: must be a list, not 3"),
    (put("seats", 0, "bag", -2), r"seats\[0\].bag: must be at least 0, not -2"),
    (put("seats", 1, "named", 1), r"seats\[1\].named: must be from 2 to 999999999, not 1"),
    (put("seats", 0, "color", "red"), r"seats\[0\]: has no 'color'"),
    (put("seats", 0, "species", 0, "id", "b7"), r"seats\[0\].species\[0\].id: must be a and a number"),
    (put("seats", 0, "species", 0, "id", "a0"), "must be a and a number, not 'a0'"),
    (put("seats", 1, "species", 1, "id", "b1"), "b1 stands in the row twice"),
    (put("seats", 0, "species", 0, "kind", "avian"), "kind: avian, and it has no Flight card"),
    (put("seats", 0, "species", 0, "kind", "fish"), "kind: must be one of land, avian, not 'fish'"),
    (put("seats", 0, "species", 0, "population", 7), "population: must be from 1 to 6, not 7"),
    (put("seats", 0, "species", 0, "population", 0), "population: must be from 1 to 6, not 0"),
    (put("seats", 0, "species", 0, "body", 0), "body: must be from 1 to 6, not 0"),
    (put("seats", 0, "species", 0, "food", 3), "food: must be from 0 to 2, not 3"),
    (put("seats", 0, "species", 0, "fat", 4), "fat: must be from 0 to 3, not 4"),
    (put("seats", 1, "species", 0, "fat", 1), "fat: must be from 0 to 0, not 1"),
    (put("seats", 0, "species", 0, "upkeep", 0), "has no 'upkeep'"),
    (put("seats", 0, "species", 0, "traits", ["horns-1", "horns-2"]), "horns twice on one species"),
    (
        put("seats", 0, "species", 0, "traits", ["horns-3", "climbing-2", "scavenger-1"]),
        "at most 2 traits, not 3",
    ),
    (put("seats", 0, "species", 0, "traits", ["flight-1"]), "there is no card 'flight-1'"),
    (put("seats", 0, "species", 0, "face_down", ["horns-2"]), "face-down only in play, not in feeding"),
    (put("seats", 0, "species", 0, 7), r"seats\[0\].species\[0\]: must be an object, not 7"),
    (put("pending", []), "pending: must be an object"),
    (put("pending", {"leaves": []}), "belongs to leaf, not to feeding"),
    (put("pending", {"question": "riddle", "facts": {}}), "pending: does not fit"),
    (put("pending", {"question": "attack", "facts": {"owed": 1}}), "pending: does not fit"),
    (put("pending", {"mood": 1}), "pending: has no 'mood'"),
]


@pytest.mark.parametrize(("change", "fault"), REFUSED, ids=[fault for _, fault in REFUSED])
def test_what_cannot_be_is_refused_with_its_place(change: Change, fault: str) -> None:
    position = copy.deepcopy(feeding())
    change(position)
    with pytest.raises(BadPosition, match=fault):
        Game.from_position(position)


@pytest.mark.parametrize("nonsense", [None, 3, "x", [], [1], {}])
def test_what_is_no_position_at_all_is_refused(nonsense: Any) -> None:
    with pytest.raises(BadPosition):
        Game.from_position(nonsense)


def test_a_later_deal_in_base_finds_everybody_with_a_species() -> None:
    position = feeding() | {"phase": "deal"}
    position["seats"][0]["species"] = []
    with pytest.raises(BadPosition, match="nobody is without species in a deal after round 1"):
        Game.from_position(position)


def test_a_position_with_as_little_as_possible_loads() -> None:
    position = {
        "ruleset": "base",
        "players": 2,
        "phase": "feeding",
        "round": 1,
        "first": 0,
        "deck": [],
        "seats": [
            {"species": [{"id": "a1", "population": 1, "body": 2, "traits": ["carnivore-1"]}]},
            {"species": [{"id": "b1", "population": 1, "body": 1, "traits": []}]},
        ],
    }
    assert choices(Game.from_position(position, ask_forced=True)) == ["attack a1 b1"]


def test_a_position_is_a_fresh_copy() -> None:
    game = lay([species("horns")], [species()], hole=1)
    game.position()["seats"][0]["species"][0]["traits"].clear()
    assert game.position()["seats"][0]["species"][0]["traits"] == ["horns-1"]


def middles() -> dict[str, Game]:
    """Games in the middle of a turn."""
    hunter = species("carnivore", "intelligence", body=3)
    prey = species("climbing", "defensive-herding")
    return {
        "payment begun": play(
            lay([hunter], [prey], hands={0: 3}), "attack a1 b1 ignoring climbing,defensive-herding"
        ),
        "after the main feeding": play(lay([species(population=2)], [species()], hole=9), "feed a1"),
        "after intelligence": play(
            lay([species("intelligence", population=6)], [species()], hands={0: ["horns-1", "horns-2"]}),
            "intelligence a1 horns-1",
        ),
        "leaf half done": play(
            lay([species("long-neck", "fertile")], [species()], phase="leaf", hole=1), "leaf a1 long-neck"
        ),
        "a trait played": play(
            lay([species()], [species()], phase="play", hands={0: ["horns-1", "fertile-1"]}),
            "trait horns-1 a1",
        ),
        "a food card placed": play(
            lay([species()], [species()], phase="food", hands={0: ["horns-1"], 1: ["fertile-1"]}),
            "food horns-1",
        ),
    }


@pytest.mark.parametrize("name", middles())
def test_the_middle_of_a_turn_loads_at_the_same_decision(name: str) -> None:
    game = middles()[name]
    again = Game.from_position(game.position(), ask_forced=True)
    assert again.position() == game.position()
    while game.decision:
        assert choices(again) == choices(game)
        assert again.position() == game.position()
        choice = game.decision.choices[-1]
        game.choose(choice)
        again.choose(choice)
    assert again.result == game.result


def test_at_the_start_of_a_turn_nothing_is_pending() -> None:
    for game in (
        lay([species("long-neck", "fertile")], [species()], phase="leaf"),
        lay([species()], [species()], hole=2),
        lay([species()], [species()], phase="play", hands={0: 1}),
    ):
        assert "pending" not in game.position()


def test_a_views_pending_holds_no_card() -> None:
    game = middles()["payment begun"]
    assert "fertile" not in str(game.view(1)["pending"])
    assert game.view(1)["pending"] == game.position()["pending"]


CLIMATE_REFUSED = [
    (put("climate", None), "climate: must be an object"),
    (drop("climate"), "'climate' is missing"),
    (put("climate", "zone", "mud"), "climate.zone: must be one of ice-age"),
    (put("climate", "side", "5-6"), "climate.side: must be one of 2-3, 4-6"),
    (put("climate", "meteorite", None), "climate.meteorite: must be true or false"),
    (put("climate", "meteorite", True), "climate.meteorite: true, and 0 are out"),
    (put("climate", "out", ["cold-glacial-thaw-cold-1"]), "is of another event"),
    (put("climate", "waiting", ["hot-meteorite-warm-1"]), "is of another event"),
    (put("climate", "glacial_thaw", None), "climate.glacial_thaw: must be a whole number"),
    (put("climate", "glacial_thaw", 1), "climate.glacial_thaw: 1, and 0 are waiting"),
    (put("climate", "cold_deck", ["hot-meteorite-warm-1"]), "is not of the cold deck"),
    (put("climate", "cold_deck", ["blizzard-1"]), "there is no climate event card 'blizzard-1'"),
    (put("climate", "hot_deck", ["hot-meteorite-warm-1"] * 2), "stands at .* too"),
    (put("climate", "wildfire", -1), "climate.wildfire: must be at least 0"),
    (put("climate", "volcano", "mud"), "climate.volcano: must be one of"),
    (put("climate", "face_up", [{"card": "hot-meteorite-warm-1", "zone": "hot"}]), "lies at warm"),
    (put("climate", "face_up", [{"card": "hot-meteorite-warm-1", "event": "wildfire"}]), "is meteorite"),
    (put("climate", "face_up", [{}]), "'card' is missing"),
    (put("climate", "face_up", [1, 2, 3]), "at most 2 events, not 3"),
    (put("climate", "moon", 1), "climate: has no 'moon'"),
]


@pytest.mark.parametrize(("change", "fault"), CLIMATE_REFUSED)
def test_a_climate_board_that_cannot_be_is_refused(change: Change, fault: str) -> None:
    game = lay([species()], [species()], ruleset="climate", climate={"zone": "cool"})
    position = game.position()
    change(position)
    with pytest.raises(BadPosition, match=fault):
        Game.from_position(position)


def test_numbers_alone_stand_for_the_lowest_free_event_cards() -> None:
    facts = {"zone": "cool", "glacial_thaw": 2, "meteorite": True, "cold_deck": ["cold-glacial-thaw-cold-1"]}
    game = lay([species()], [species()], ruleset="climate", climate=facts, hole=1)
    found = game.position()["climate"]
    assert found["waiting"] == ["cold-glacial-thaw-cold-2", "cold-glacial-thaw-freezing-1"]
    assert found["out"] == ["cold-meteorite-cool-1"]


FLIGHT_REFUSED = [
    (put("flight_supply", 12), "flight_supply: must be from 0 to 11, not 12"),
    (put("cliff", -1), "cliff: must be at least 0"),
    (put("seats", 1, "hand", ["flight-2"]), "can only lie face-up on an avian species"),
    (put("deck", ["flight-2"]), "can only lie face-up on an avian species"),
    (put("seats", 1, "species", 0, "traits", ["dive-bomb-1"]), "is an event card, not a trait"),
    (put("seats", 0, "species", 0, "kind", "land"), "land, and it has a Flight card"),
    (put("seats", 0, "species", 0, "upkeep", 3), "upkeep: must be from 0 to 2, not 3"),
    (put("seats", 0, "species", 0, "food", 1), "the upkeep is filled before the population"),
    (put("seats", 1, "species", 0, "upkeep", 1), "upkeep: must be from 0 to 0, not 1"),
]


@pytest.mark.parametrize(("change", "fault"), FLIGHT_REFUSED)
def test_birds_that_cannot_be_are_refused(change: Change, fault: str) -> None:
    game = lay([species(avian=True, body=2)], [species()], ruleset="flight")
    position = game.position()
    change(position)
    with pytest.raises(BadPosition, match=fault):
        Game.from_position(position)


def test_event_cards_are_no_food_cards() -> None:
    game = lay([species(avian=True)], [species()], ruleset="flight", phase="play", food=["horns-1", None])
    position = game.position() | {"food_cards": ["dive-bomb-1", None]}
    with pytest.raises(BadPosition, match="is an event card, not a trait"):
        Game.from_position(position)


def test_a_land_species_at_zero_is_allowed_in_flight_alone() -> None:
    """A-87."""
    row = [species(body=0, population=0)], [species(body=0, population=2)]
    assert lay(*row, ruleset="flight", phase="play").decision is not None
    with pytest.raises(BadPosition, match="population: must be from 1 to 6"):
        lay(*row, phase="play")
