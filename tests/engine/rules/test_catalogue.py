"""rules.md 2.6: the shipped cards, and what an organiser's own catalogue must hold."""

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine import RULESETS, BadCatalogue, Catalogue, Game
from engine.cards import shipped_catalogue

Change = Callable[[dict[str, Any]], None]


def shipped(ruleset: str) -> Counter[str]:
    """How many cards of each kind the deck holds."""
    cards = shipped_catalogue().cards(RULESETS[ruleset], {})
    return Counter(cards.kinds[card] for card in cards.deck)


def test_base_and_forum_have_seventeen_carnivores_and_seven_of_each_other() -> None:
    for ruleset in ("base", "forum"):
        assert shipped(ruleset) == {
            trait: 17 if trait == "carnivore" else 7 for trait in RULESETS[ruleset].traits
        }


def test_climate_has_twenty_three_carnivores_and_seven_of_each_other() -> None:
    """A-10."""
    traits = RULESETS["climate"].traits
    assert shipped("climate") == {trait: 23 if trait == "carnivore" else 7 for trait in traits}


def test_flight_adds_six_carnivores_four_traits_and_fourteen_events() -> None:
    """A-10."""
    kinds = RULESETS["flight"].traits | {"dive-bomb", "seed-dispersal"}
    assert shipped("flight") == {kind: 23 if kind == "carnivore" else 7 for kind in kinds}


def test_each_event_deck_has_fifteen_cards_in_zones_of_its_own() -> None:
    """A-19, A-21."""
    climate = shipped_catalogue().climate
    decks = {name: [climate.cards[number] for number in climate.deck(name)] for name in ("cold", "hot")}
    assert [len(deck) for deck in decks.values()] == [15, 15]
    assert not {card.zone for card in decks["cold"]} & {card.zone for card in decks["hot"]}


def test_a_game_tells_its_cards() -> None:
    cards = Game.new("flight", players=2).cards
    assert cards["horns-1"]["trait"] == "horns"
    assert isinstance(cards["horns-1"]["food"], int)
    assert cards["dive-bomb-1"] == {"trait": "dive-bomb", "food": None, "suns": 0, "snowflakes": 0}
    assert Game.new("climate", players=2).cards["nocturnal-1"]["suns"] == 1


def test_an_own_food_number_counts() -> None:
    data = copy.deepcopy(shipped_catalogue().data)
    for entry in data["base"]["trait_cards"]:
        entry["food"] = 2
    game = Game.new("base", players=3, seed=1, catalogue=data, ask_forced=True)
    while game.position()["phase"] != "feeding":
        game.choose(0)
    assert game.position()["watering_hole"] == 6


def test_the_hash_tells_catalogues_apart_whatever_the_order_of_keys() -> None:
    data = shipped_catalogue().data
    turned = dict(reversed(list(data.items())))
    assert Catalogue.of(turned).digest == Catalogue.of(data).digest
    assert Catalogue.of({**data, "version": "other"}).digest != Catalogue.of(data).digest


def put(*path: Any) -> Change:
    """A change of the value at a path: the last entry is the value."""
    *keys, last, value = path

    def change(data: dict[str, Any]) -> None:
        holder: Any = data
        for key in keys:
            holder = holder[key]
        holder[last] = value

    return change


BROKEN = [
    (put("climate", "board", 3), "climate.board must be a list, not 3"),
    (put("climate", "board", 0, "zone", "mud"), r"climate.board\[0\].zone must be one of ice-age"),
    (put("climate", "board", 0, "zone", "cold"), "climate.board must have the zones ice-age"),
    (put("climate", "board", 0, "food_4_6", "x"), r"climate.board\[0\].food_4_6 must be a number"),
    (put("climate", "board", 0, "loss", "sizes", [1]), "sizes must be two body sizes"),
    (put("climate", "board", 0, "loss", "kind", "rain"), "kind must be one of cold, heat"),
    (put("climate", "board", 0, "loss", "loss", -1), "loss must be a number from 0 to 9"),
    (put("climate", "board", 0, "loss", 7), r"climate.board\[0\].loss must be an object"),
    (put("climate", "events", None), "climate.events must be a list"),
    (put("climate", "events", 0, 3), r"climate.events\[0\] must be an object"),
    (put("climate", "events", 0, "card", 3), r"climate.events\[0\] must have a name"),
    (put("climate", "events", 0, "event", "flood"), r"climate.events\[0\].event must be one of cold-snap"),
    (put("climate", "events", 0, "zone", "mud"), r"climate.events\[0\].zone must be one of ice-age"),
    (put("climate", "events", 0, "deck", "wet"), r"climate.events\[0\].deck must be one of cold, hot"),
    (put("climate", "events", 0, "effect", {}), "effect.use_zone_effects_of must be one of"),
    (put("climate", "events", 1, "card", "cold-cold-snap-cool-1"), "climate.events has a card twice"),
    (put("flight", "event_cards", 0, "event", "storm"), "unknown event: 'storm'"),
    (put("flight", "event_cards", []), "the flight deck must have 177 cards, not 163"),
    (put("flight", "added_trait_cards", "sky"), "flight.added_trait_cards must be a list of cards"),
    (put("forum", "trait_cards", "climate"), "the forum deck must have 129 cards, not 177"),
]


@pytest.mark.parametrize(("change", "fault"), BROKEN, ids=[fault for _, fault in BROKEN])
def test_a_broken_place_is_named(change: Change, fault: str) -> None:
    data = copy.deepcopy(shipped_catalogue().data)
    change(data)
    with pytest.raises(BadCatalogue, match=fault):
        Catalogue.of(data)
