"""R-TRAIT-FERTILE: one more population while there is food on the watering hole."""

from tests.engine.tables import lay, play, species, state


def test_it_grows_when_there_is_food() -> None:
    game = lay([species("fertile")], [species()], phase="leaf", hole=1)
    play(game, "leaf a1 fertile")
    assert state(game, "a1", "population", "food") == (2, 0)
    assert game.position()["watering_hole"] == 1


def test_it_does_not_grow_with_an_empty_hole() -> None:
    game = lay([species("fertile")], [species()], phase="leaf")
    play(game, "leaf a1 fertile")
    assert state(game, "a1", "population") == 1


def test_at_six_nothing_happens() -> None:
    """X-21."""
    game = lay([species("fertile", population=6)], [species()], phase="leaf", hole=1)
    play(game, "leaf a1 fertile")
    assert state(game, "a1", "population") == 6


def test_in_base_it_acts_before_the_food_cards_count() -> None:
    """A-11."""
    game = lay([species("fertile")], [species()], phase="leaf", food=["carnivore-17", None])
    play(game, "leaf a1 fertile")
    assert state(game, "a1", "population") == 1
    assert game.position()["watering_hole"] == 6
