"""R-TRAIT-HIBERNATION: two unfed population are neither hungry nor starve."""

from typing import Any

from engine import Game
from tests.engine.tables import choices, lay, species, state


def feeding(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="climate", climate={"zone": "cool"}, **more)


def ending(*rows: Any) -> Game:
    return lay(*rows, ruleset="climate", phase="ending", climate={"zone": "cool"}, hole=1)


def test_two_unfed_need_not_be_fed_but_may() -> None:
    """A-32."""
    game = feeding([species("hibernation", population=3, food=1)], [species()], hole=5)
    assert choices(game) == ["end", "feed a1"]


def test_a_third_unfed_is_hungry() -> None:
    game = feeding([species("hibernation", population=3)], [species()], hole=5)
    assert choices(game) == ["feed a1"]


def test_two_survive_without_any_food() -> None:
    """A-33, X-18."""
    game = ending([species("hibernation", population=2)], [species(food=1)])
    assert state(game, "a1", "population") == 2


def test_only_two_are_kept() -> None:
    game = ending([species("hibernation", population=6, food=1)], [species(food=1)])
    assert state(game, "a1", "population") == 3


def test_a_burrower_is_safe_with_all_but_two_fed() -> None:
    game = feeding(
        [species("carnivore", body=3)], [species("hibernation", "burrowing", population=3, food=1)]
    )
    assert choices(game) == ["end"]


def test_a_hibernating_carnivore_attacks_of_its_own_will() -> None:
    """A-92."""
    game = feeding([species("carnivore", "hibernation", body=2, population=2)], [species()])
    assert choices(game) == ["end", "attack a1 b1"]
