"""R-TRAIT-BURROWING: safe underground when not hungry."""

from tests.engine.tables import choices, lay, play, species, state


def test_a_fed_burrower_cannot_be_attacked() -> None:
    game = lay([species("carnivore", body=3)], [species("burrowing", population=2, food=2)])
    assert choices(game) == ["end"]


def test_a_hungry_burrower_can_be_attacked() -> None:
    game = lay([species("carnivore", body=3)], [species("burrowing", population=2, food=1)])
    assert choices(game) == ["attack a1 b1"]


def test_a_burrower_attacked_down_to_its_food_is_safe_at_once() -> None:
    game = lay([species("carnivore", body=3, population=4)], [species("burrowing", population=2, food=1)], [])
    play(game, "attack a1 b1", "end", "end")
    assert state(game, "b1", "population", "food") == (1, 1)
    assert choices(game) == ["end"]


def test_stored_fat_does_not_make_a_burrower_safe() -> None:
    prey = species("burrowing", "fat-tissue", body=2, population=2, food=1, fat=2)
    game = lay([species("carnivore", body=3)], [prey], [])
    assert choices(game) == ["attack a1 b1"]


def test_burrowing_does_not_save_from_starvation() -> None:
    game = lay([species("burrowing", population=3, food=1)], [species(food=1)], phase="ending")
    assert state(game, "a1", "population") == 1
