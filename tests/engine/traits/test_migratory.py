"""R-TRAIT-MIGRATORY: finds two plant food when the hole is empty, and can be ambushed."""

from typing import Any

import pytest

from engine import Game
from tests.engine.tables import bags, choices, lay, play, records, species, state


def ending(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="climate", phase="ending", climate={"zone": "cool"}, **more)


def test_it_takes_up_to_two_before_starvation() -> None:
    game = ending([species("migratory", population=3)], [species(food=1)])
    assert state(game, "a1", "population") == 2
    assert bags(game) == [2, 1]


def test_food_on_the_hole_keeps_it_at_home() -> None:
    game = ending([species("migratory", population=3, food=1)], [species(food=1)], hole=1)
    assert state(game, "a1", "population") == 1


def test_it_takes_only_for_unfed_population_not_for_fat() -> None:
    """A-79."""
    game = ending([species("migratory", "fat-tissue", body=4, population=2, food=1)], [species(food=1)])
    assert state(game, "a1", "fat") == 0
    assert [record["amount"] for record in records(game, "took")] == [1]


def test_foraging_and_cooperation_come_along() -> None:
    row = [species("migratory", "foraging", "cooperation", population=4), species()]
    game = ending(row, [species(food=1)])
    assert [(record["species"], record["amount"]) for record in records(game, "took")] == [
        ("a1", 3),
        ("a2", 1),
    ]


def test_a_carnivore_finds_nothing() -> None:
    game = ending([species("migratory", "carnivore")], [species(food=1)])
    assert not records(game, "took")


HUNTER = species("carnivore", "ambush", body=3, population=2)


@pytest.mark.parametrize("trait", ["climbing", "hard-shell", "cooling-frills"])
def test_ambush_ignores_one_defensive_trait_of_it(trait: str) -> None:
    game = lay([HUNTER], [species("migratory", trait)], ruleset="climate", climate={"zone": "cool"})
    assert choices(game) == [f"attack a1 b1 ambushing {trait}"]
    play(game, f"attack a1 b1 ambushing {trait}")
    assert state(game, "a1", "food") == 1


def test_ambush_ignores_symbiosis_and_burrowing_and_herding_too() -> None:
    row = [species("migratory", "symbiosis"), species("migratory", "burrowing", body=2, food=1)]
    game = lay([HUNTER], row, ruleset="climate", climate={"zone": "cool"})
    assert choices(game) == ["attack a1 b1 ambushing symbiosis", "attack a1 b2 ambushing burrowing"]
    herd = species("migratory", "defensive-herding", population=3)
    game = lay([HUNTER], [herd], ruleset="climate", climate={"zone": "cool"})
    assert choices(game) == ["attack a1 b1 ambushing defensive-herding"]


def test_ambush_ignores_one_trait_not_two() -> None:
    prey = species("migratory", "climbing", "hard-shell")
    game = lay([HUNTER], [prey], [species(body=6)], ruleset="climate", climate={"zone": "cool"})
    assert choices(game) == ["end"]


def test_ambush_never_ignores_horns() -> None:
    """A-56."""
    game = lay([HUNTER], [species("migratory", "horns")], ruleset="climate", climate={"zone": "cool"})
    assert choices(game) == ["attack a1 b1"]


def test_ambush_needs_no_help_where_nothing_stops_it() -> None:
    game = lay([HUNTER], [species("migratory", "hard-shell")], ruleset="climate", climate={"zone": "cool"})
    large = species("carnivore", "ambush", body=6)
    assert choices(game) == ["attack a1 b1 ambushing hard-shell"]
    game = lay([large], [species("migratory", "hard-shell")], ruleset="climate", climate={"zone": "cool"})
    assert choices(game) == ["attack a1 b1"]


def test_ambush_and_intelligence_share_the_work() -> None:
    hunter = species("carnivore", "ambush", "intelligence", body=3)
    prey = species("migratory", "climbing", "hard-shell")
    game = lay([hunter], [prey], [species(body=6)], ruleset="climate", climate={"zone": "cool"}, hands={0: 2})
    assert choices(game) == [
        "end",
        "attack a1 b1 ambushing hard-shell ignoring climbing",
        "attack a1 b1 ambushing climbing ignoring hard-shell",
        "attack a1 b1 ignoring climbing,hard-shell",
    ]


def test_the_free_ambush_is_compulsory() -> None:
    """unconditional(a): the free Ambush choice is allowed."""
    game = lay([HUNTER], [species("migratory", "climbing")], ruleset="climate", climate={"zone": "cool"})
    assert "end" not in choices(game)
