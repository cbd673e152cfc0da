"""R-TRAIT-BROOD-PARASITE: an avian species lets another one raise its young."""

from typing import Any

import pytest

from engine import Game
from tests.engine.tables import asked, choices, lay, play, species, state


def bird(*traits: str, **numbers: Any) -> Any:
    return species(*traits, avian=True, **numbers)


def leaf(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="flight", phase="leaf", **more)


def test_it_grows_and_takes_a_plant_or_a_meat() -> None:
    game = leaf([bird("brood-parasite"), bird()], [species()])
    play(game, "leaf a1 brood-parasite")
    assert choices(game) == ["brood plant", "brood meat"]
    play(game, "brood plant")
    assert state(game, "a1", "population", "upkeep") == (2, 1)


def test_foraging_helps_with_plants_not_with_meat() -> None:
    game = leaf([bird("brood-parasite", "foraging", population=3), bird()], [species()], [])
    play(game, "leaf a1 brood-parasite", "brood meat")
    assert state(game, "a1", "upkeep", "food") == (1, 0)
    game = leaf([bird("brood-parasite", "foraging", population=3), bird()], [species()], [])
    play(game, "leaf a1 brood-parasite", "brood plant")
    assert state(game, "a1", "upkeep", "food") == (1, 1)


def test_a_carnivore_is_only_asked_for_form() -> None:
    game = leaf([bird("brood-parasite", "carnivore"), bird()], [species()], [])
    play(game, "leaf a1 brood-parasite")
    assert choices(game) == ["brood meat"]


@pytest.mark.parametrize(
    "row",
    [[bird("brood-parasite")], [species("brood-parasite"), bird()], [bird("brood-parasite"), species()]],
)
def test_without_another_bird_or_on_land_it_is_left_out(row: list[Any]) -> None:
    game = leaf(row, [bird()])
    assert asked(game) == (0, "feed")


def test_at_six_it_does_not_grow_but_eats() -> None:
    """A-71."""
    game = leaf([bird("brood-parasite", population=6), bird()], [species()])
    play(game, "leaf a1 brood-parasite", "brood meat")
    assert state(game, "a1", "population", "upkeep") == (6, 1)


def test_the_other_bird_may_be_at_zero() -> None:
    """A-98."""
    game = leaf([bird("brood-parasite", body=0, population=0), bird(body=0, population=0)], [species()])
    play(game, "leaf a1 brood-parasite", "brood plant")
    assert state(game, "a1", "population", "food") == (1, 1)


def test_nesting_comes_before_the_food_of_the_foster_parents() -> None:
    game = leaf([bird("brood-parasite", "nesting", population=3), bird()], [species()], [])
    play(game, "leaf a1 brood-parasite")
    assert state(game, "a1", "upkeep", "food") == (1, 1)
    play(game, "brood meat")
    assert state(game, "a1", "food") == 2
