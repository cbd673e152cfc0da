"""R-TRAIT-LONG-NECK: one plant food from the bank in the leaf step."""

from tests.engine.tables import asked, choices, lay, play, species, state


def test_it_takes_one_from_the_bank() -> None:
    game = lay([species("long-neck", population=2)], [species()], phase="leaf", hole=1)
    play(game, "leaf a1 long-neck")
    assert state(game, "a1", "food") == 1
    assert game.position()["watering_hole"] == 1


def test_it_triggers_foraging_and_cooperation_from_the_bank() -> None:
    row = [species("long-neck", "foraging", "cooperation", population=3), species()]
    game = lay(row, [species()], [], phase="leaf")
    play(game, "leaf a1 long-neck")
    assert state(game, "a1", "food") == 2
    assert state(game, "a2", "food") == 1


def test_a_carnivores_long_neck_is_not_listed() -> None:
    game = lay([species("long-neck", "carnivore")], [species()], phase="leaf", hole=1)
    assert asked(game) == (0, "feed")


def test_it_is_listed_even_when_the_species_is_full() -> None:
    """A-106: mandatory, whatever it brings."""
    game = lay([species("long-neck", food=1)], [species()], phase="leaf")
    assert choices(game) == ["leaf a1 long-neck"]
