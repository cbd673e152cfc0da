"""The shorthand for positions: what is left out, bare names, numbers of cards, and who is served first."""

from typing import Any

import pytest

from engine.scenario.shorthand import Stock, expand
from tests.engine.rebuilding import Json

CARDS = ["ambush-1", "ambush-2", "horns-1", "horns-2", "horns-3", "climbing-1", "climbing-2", "symbiosis-1"]
FLIGHTS = [f"flight-{copy}" for copy in range(1, 13)]


def expanded(ruleset: str = "base", **position: Any) -> Json:
    found: Json = expand(position, ruleset, 2, {}, Stock(CARDS, FLIGHTS))
    return found


def test_what_is_left_out_gets_the_documented_values() -> None:
    position = expanded(seats=[{"species": [{"id": "a1"}]}, {}])
    assert position["phase"] == "feeding"
    assert (position["round"], position["first"], position["turn"]) == (3, 0, 0)
    assert position["seats"][0] == {"hand": [], "bag": 0, "species": [position["seats"][0]["species"][0]]}
    species = {"id": "a1", "kind": "land", "population": 1, "body": 1, "food": 0, "fat": 0}
    assert position["seats"][0]["species"] == [{**species, "traits": [], "face_down": []}]
    assert position["food_cards"] == [None, None]
    assert position["deck"] == CARDS[::-1]


def test_the_turn_is_the_first_players() -> None:
    assert expanded(first=1, seats=[])["turn"] == 1


def test_ids_are_served_before_names_before_numbers() -> None:
    species = [{"id": "a1", "traits": ["horns"]}, {"id": "a2", "face_down": ["horns"]}]
    position = expanded(deck=1, discard=1, seats=[{"hand": 2, "species": species}, {"hand": ["horns-1"]}])
    assert [s["traits"] + s["face_down"] for s in position["seats"][0]["species"]] == [
        ["horns-2"],
        ["horns-3"],
    ]
    assert position["seats"][0]["hand"] == ["symbiosis-1", "climbing-2"]
    assert position["discard"] == ["climbing-1"]
    assert position["deck"] == ["ambush-2"]


def test_a_name_without_unused_copy_is_left_for_the_engine_to_refuse() -> None:
    assert expanded(seats=[{"hand": ["ambush", "ambush", "ambush"]}])["seats"][0]["hand"][2] == "ambush"


def test_more_cards_than_there_are_cannot_be_taken() -> None:
    with pytest.raises(ValueError, match="9 unused cards are wanted, 8 are left"):
        expanded(seats=[], deck=9)


def test_an_avian_species_gets_a_flight_card_and_the_supply_shrinks() -> None:
    position = expanded("flight", seats=[{"species": [{"id": "a1", "kind": "avian", "traits": ["horns"]}]}])
    (species,) = position["seats"][0]["species"]
    assert (species["traits"], species["upkeep"]) == (["flight-1", "horns-1"], 0)
    assert (position["flight_supply"], position["cliff"]) == (11, 0)


def test_a_flight_card_that_is_there_is_enough() -> None:
    position = expanded(
        "flight", seats=[{"species": [{"id": "a1", "kind": "avian", "traits": ["flight-5"]}]}]
    )
    assert position["seats"][0]["species"][0]["traits"] == ["flight-5"]


def test_the_climate_board_has_its_start_and_leaves_the_waiting_lists_to_the_engine() -> None:
    climate = {"zone": "temperate", "side": "2-3", "cold_deck": [], "hot_deck": [], "face_up": []}
    assert expanded("climate", seats=[])["climate"] == climate
    assert expanded("climate", seats=[], climate={"glacial_thaw": 1})["climate"] == {
        **climate,
        "glacial_thaw": 1,
    }


def test_what_the_shorthand_does_not_know_stays_as_it_is() -> None:
    position = expanded(seats=[7, {"hand": True, "species": "none"}], deck=-1, weather="fine")
    assert position["seats"] == [7, {"hand": True, "bag": 0, "species": "none"}]
    assert (position["deck"], position["weather"]) == (-1, "fine")
