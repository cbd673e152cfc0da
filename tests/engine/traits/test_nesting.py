"""R-TRAIT-NESTING: food for each population gained."""

from typing import Any

from engine import Game
from tests.engine.tables import asked, choices, lay, play, species, state


def in_play(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="flight", phase="play", **more)


def test_a_land_species_chooses_bank_or_hole() -> None:
    game = in_play([species("nesting")], [species()], hole=1, hands={0: ["horns-1"]})
    play(game, "population horns-1 a1")
    assert asked(game) == (0, "nest")
    assert choices(game) == ["nest bank", "nest hole"]
    play(game, "nest hole")
    assert state(game, "a1", "food") == 1
    assert game.position()["watering_hole"] == 0


def test_with_an_empty_hole_there_is_only_the_bank() -> None:
    game = in_play([species("nesting")], [species()], hands={0: ["horns-1"]})
    play(game, "population horns-1 a1")
    assert choices(game) == ["nest bank"]


def test_a_land_carnivore_gets_nothing_and_is_not_asked() -> None:
    game = in_play([species("nesting", "carnivore")], [species()], hole=1, hands={0: ["horns-1"]})
    play(game, "population horns-1 a1")
    assert asked(game) == (0, "play")


def test_a_bird_takes_two_meat_unasked() -> None:
    """A-68, NEST_AVIAN_MEAT."""
    game = in_play(
        [species("nesting", "carnivore", avian=True, population=2)], [species()], [], hands={0: ["horns-1"]}
    )
    play(game, "population horns-1 a1")
    assert state(game, "a1", "upkeep", "food") == (1, 1)
    assert asked(game) == (0, "play")


def test_from_zero_to_one_counts_too() -> None:
    bird = species("nesting", avian=True, body=0, population=0)
    game = in_play([bird], [species()], hands={0: ["horns-1"]})
    play(game, "population horns-1 a1")
    assert state(game, "a1", "population", "food") == (1, 1)


def test_face_down_it_does_nothing() -> None:
    """A-69."""
    game = in_play([species(face_down=["nesting"])], [species()], hole=1, hands={0: ["horns-1"]})
    play(game, "population horns-1 a1")
    assert asked(game) == (0, "play")


def test_in_quick_play_it_takes_from_the_bank_unasked() -> None:
    """A-103."""
    game = in_play(
        [species("nesting")], [species()], hole=1, hands={0: ["horns-1"]}, options={"quick_play": True}
    )
    play(game, "population horns-1 a1")
    assert asked(game) == (0, "play")
    assert state(game, "a1", "food") == 1
    assert game.position()["watering_hole"] == 1


def test_fertile_triggers_it_in_the_middle_of_the_leaf_turn() -> None:
    game = lay([species("nesting", "fertile")], [species()], ruleset="flight", phase="leaf", hole=2)
    play(game, "leaf a1 fertile")
    again = Game.from_position(game.position(), ask_forced=True)
    assert asked(again) == (0, "nest")
    play(again, "nest hole")
    assert asked(again) == (0, "feed")
    assert state(again, "a1", "population", "food") == (2, 1)


def test_at_six_there_is_no_gain_and_no_food() -> None:
    game = lay(
        [species("nesting", "fertile", population=6)], [species()], ruleset="flight", phase="leaf", hole=2
    )
    play(game, "leaf a1 fertile")
    assert asked(game) == (0, "feed")


def test_the_food_stays_on_the_board_and_counts_as_eaten() -> None:
    """A-70."""
    game = in_play([species("nesting")], [species()], hole=1, hands={0: ["horns-1"]})
    play(game, "population horns-1 a1", "nest bank", "end", "end")
    while asked(game) != (0, "feed"):
        game.choose(game.decision.default)
    assert state(game, "a1", "food") == 1
