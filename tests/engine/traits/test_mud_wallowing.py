"""R-TRAIT-MUD-WALLOWING: each attack costs the attacker's owner a card."""

from typing import Any

from engine import Game
from tests.engine.tables import asked, choices, hand, lay, play, species, state


def feeding(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="climate", climate={"zone": "cool"}, **more)


def test_the_card_is_paid_before_the_attack() -> None:
    game = feeding(
        [species("carnivore", body=3)], [species("mud-wallowing", population=2)], hands={0: ["horns-1"]}
    )
    play(game, "attack a1 b1")
    assert asked(game) == (0, "discard")
    assert state(game, "b1", "population") == 2
    play(game, "discard horns-1")
    assert state(game, "b1", "population") == 1
    assert hand(game, 1) == []


def test_without_a_card_there_is_no_attack() -> None:
    game = feeding([species("carnivore", body=3)], [species("mud-wallowing")])
    assert choices(game) == ["end"]


def test_with_a_card_the_attack_is_compulsory() -> None:
    """A-41."""
    game = feeding([species("carnivore", body=3)], [species("mud-wallowing")], hands={0: 1})
    assert choices(game) == ["attack a1 b1"]


def test_intelligence_pays_for_it_and_for_what_it_ignores() -> None:
    hunter = species("carnivore", "intelligence", body=3)
    prey = species("mud-wallowing", "climbing")
    assert choices(feeding([hunter], [prey], hands={0: 1})) == ["end"]
    game = feeding([hunter], [prey], hands={0: 2})
    assert choices(game) == ["end", "attack a1 b1 ignoring climbing"]


def test_ignoring_it_is_never_listed() -> None:
    hunter = species("carnivore", "intelligence", body=3)
    game = feeding([hunter], [species("mud-wallowing")], hands={0: 3})
    assert choices(game) == ["attack a1 b1"]


def test_ambush_saves_the_card_of_a_migratory_wallower() -> None:
    """A-56."""
    hunter = species("carnivore", "ambush", body=3)
    prey = species("mud-wallowing", "migratory")
    assert choices(feeding([hunter], [prey])) == ["attack a1 b1 ambushing mud-wallowing"]
    game = feeding([hunter], [prey], hands={0: 1})
    assert choices(game) == ["attack a1 b1 ambushing mud-wallowing", "attack a1 b1"]
