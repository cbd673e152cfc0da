"""R-TRAIT-COOPERATION: the right neighbour takes one along with each take."""

from engine import Game
from tests.engine.tables import lay, play, species, state


def foods(game: Game, *names: str) -> list[int]:
    return [state(game, name, "food") for name in names]


def test_the_right_neighbour_takes_one_from_the_same_source() -> None:
    game = lay([species("cooperation", population=2), species(population=2)], [species()], hole=5)
    play(game, "feed a1")
    assert foods(game, "a1", "a2") == [1, 1]
    assert game.position()["watering_hole"] == 3


def test_the_left_neighbour_takes_nothing() -> None:
    game = lay([species(population=2), species("cooperation", population=2)], [species()], hole=5)
    play(game, "feed a2")
    assert foods(game, "a1", "a2") == [0, 1]


def test_a_chain_runs_on_until_the_source_is_empty() -> None:
    """X-30."""
    row = [species("cooperation"), species("cooperation"), species("cooperation"), species()]
    game = lay(row, [species()], hole=3)
    play(game, "feed a1")
    assert foods(game, "a1", "a2", "a3", "a4") == [1, 1, 1, 0]


def test_a_full_neighbour_is_not_skipped() -> None:
    """A-39."""
    row = [species("cooperation"), species("cooperation", food=1), species()]
    game = lay(row, [species()], hole=5)
    play(game, "feed a1")
    assert foods(game, "a1", "a2", "a3") == [1, 1, 0]
    assert game.position()["watering_hole"] == 4


def test_a_take_of_two_triggers_once() -> None:
    """A-37: per take, not per token."""
    row = [species("cooperation", "intelligence", population=3), species(population=3)]
    game = lay(row, [species()], hands={0: ["fertile-1"]})
    play(game, "intelligence a1 fertile-1")
    assert foods(game, "a1", "a2") == [2, 1]


def test_foragings_extra_food_does_not_trigger() -> None:
    """A-38."""
    row = [species("cooperation", "foraging", population=3), species(population=3)]
    game = lay(row, [species()], [], hole=9)
    play(game, "feed a1")
    assert foods(game, "a1", "a2") == [2, 1]


def test_meat_is_handed_on_as_meat_from_the_bank() -> None:
    row = [species("carnivore", "cooperation", body=3, population=2), species(population=2)]
    game = lay(row, [species(body=2, population=2)])
    play(game, "attack a1 b1")
    assert foods(game, "a1", "a2") == [2, 1]


def test_scavengers_meat_is_handed_on() -> None:
    row = [species("scavenger", "cooperation", population=2), species(population=2)]
    game = lay(row, [species("carnivore", body=2, population=3)], [species(population=2)], turn=1)
    play(game, "attack b1 c1")
    assert foods(game, "a1", "a2") == [1, 1]


def test_the_move_of_fat_does_not_trigger() -> None:
    row = [species("fat-tissue", "cooperation", body=2, population=2, fat=2), species()]
    game = lay(row, [species()], phase="leaf")
    play(game, "leaf a1 fat-tissue")
    assert foods(game, "a1", "a2") == [2, 0]


def test_the_neighbour_after_a_death_is_the_one_that_moved_up() -> None:
    """X-10, A-51: the prey is gone before the meat comes."""
    row = [species("carnivore", "cooperation", body=3, population=2), species(), species(population=2)]
    game = lay(row, [species(body=4)])
    play(game, "attack a1 a2")
    assert foods(game, "a1", "a3") == [1, 1]


def test_taking_along_is_no_choice() -> None:
    """A-40: the neighbour takes even where the owner would rather keep the food on the hole."""
    game = lay([species("cooperation", population=2), species()], [species()], hole=2)
    play(game, "feed a1")
    assert game.position()["watering_hole"] == 0
