"""R-TRAIT-GOOD-EYESIGHT: a plant eater finds two on the hole before the others."""

from typing import Any

from engine import Game
from tests.engine.tables import asked, lay, play, species, state


def leaf(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="flight", phase="leaf", **more)


def test_it_takes_two_from_the_hole_in_one_take() -> None:
    row = [species("good-eyesight", "cooperation", population=3), species()]
    game = leaf(row, [species()], hole=9)
    play(game, "leaf a1 good-eyesight")
    assert state(game, "a1", "food") == 2
    assert game.position()["watering_hole"] == 6


def test_with_one_token_left_it_takes_one() -> None:
    """A-97."""
    game = leaf([species("good-eyesight", population=3)], [species()], hole=1)
    play(game, "leaf a1 good-eyesight")
    assert state(game, "a1", "food") == 1


def test_neither_cliff_nor_bank_serve() -> None:
    game = leaf([species("good-eyesight", population=3)], [species()], cliff=5)
    play(game, "leaf a1 good-eyesight")
    assert state(game, "a1", "food") == 0


def test_a_carnivore_finds_nothing() -> None:
    game = leaf([species("good-eyesight", "carnivore")], [species()], hole=5)
    assert asked(game) == (0, "feed")


def test_it_may_empty_the_hole_before_fertile() -> None:
    """A-107."""
    game = leaf([species("good-eyesight", population=2), species("fertile")], [species()], hole=2)
    play(game, "leaf a1 good-eyesight", "leaf a2 fertile")
    assert state(game, "a2", "population") == 1
