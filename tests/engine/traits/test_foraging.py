"""R-TRAIT-FORAGING: one more of the same plant food with each take."""

from tests.engine.tables import lay, play, species, state


def test_a_graze_takes_two() -> None:
    game = lay([species("foraging", population=3)], [species()], hole=5)
    play(game, "feed a1")
    assert state(game, "a1", "food") == 2
    assert game.position()["watering_hole"] == 3


def test_the_last_place_takes_one() -> None:
    game = lay([species("foraging", population=2, food=1)], [species()], hole=5)
    play(game, "feed a1")
    assert game.position()["watering_hole"] == 4


def test_the_last_food_is_all_there_is() -> None:
    game = lay([species("foraging", population=3)], [species()], hole=1)
    play(game, "feed a1")
    assert state(game, "a1", "food") == 1


def test_with_two_tokens_left_foraging_comes_before_cooperation() -> None:
    """A-36."""
    row = [species("foraging", "cooperation", population=3), species()]
    game = lay(row, [species()], hole=2)
    play(game, "feed a1")
    assert state(game, "a1", "food") == 2
    assert state(game, "a2", "food") == 0


def test_places_on_fat_do_not_count_for_the_extra_food() -> None:
    """A-35."""
    game = lay([species("foraging", "fat-tissue", body=4)], [species()], hole=5)
    play(game, "feed a1")
    assert state(game, "a1", "food", "fat") == (1, 0)


def test_meat_brings_no_extra() -> None:
    row = [species("foraging", "scavenger", population=4)]
    game = lay(row, [species("carnivore", body=3)], [species(population=2)], turn=1)
    play(game, "attack b1 c1")
    assert state(game, "a1", "food") == 1


def test_it_works_on_the_cooperation_of_a_neighbour() -> None:
    row = [species("cooperation"), species("foraging", population=3)]
    game = lay(row, [species()], hole=9)
    play(game, "feed a1")
    assert state(game, "a2", "food") == 2
    assert game.position()["watering_hole"] == 6


def test_it_works_with_intelligence() -> None:
    game = lay([species("foraging", "intelligence", population=5)], [species()], hands={0: ["fertile-1"]})
    play(game, "intelligence a1 fertile-1")
    assert state(game, "a1", "food") == 3
