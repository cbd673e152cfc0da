"""R-TRAIT-CARNIVORE: meat and nothing else."""

from tests.engine.tables import choices, lay, play, species, state


def test_a_carnivore_never_grazes() -> None:
    game = lay([species("carnivore")], [species()], hole=5)
    assert choices(game) == ["end"]


def test_a_carnivore_gets_nothing_from_a_plant_cooperation() -> None:
    game = lay([species("cooperation"), species("carnivore", body=2)], [species(body=3)], hole=5)
    play(game, "feed a1")
    assert state(game, "a2", "food") == 0
    assert game.position()["watering_hole"] == 4


def test_a_carnivore_with_long_neck_and_foraging_eats_no_plants() -> None:
    game = lay([species("carnivore", "long-neck", "foraging")], [species(), species()], [], phase="leaf")
    assert state(game, "a1", "food") == 0


def test_a_carnivore_with_intelligence_buys_no_plant_food() -> None:
    game = lay([species("carnivore", "intelligence")], [species()], hands={0: 2})
    assert choices(game) == ["end"]


def test_a_new_carnivore_keeps_the_food_it_holds() -> None:
    game = lay([species(population=2, food=1)], [species()], phase="play", hands={0: ["carnivore"]})
    play(game, "trait carnivore-1 a1", "end", "end")
    assert state(game, "a1", "food", "traits") == (1, ["carnivore-1"])


def test_a_carnivore_can_be_replaced_and_grazes_again() -> None:
    game = lay(
        [species("carnivore", "horns")], [species()], phase="play", hole=3, hands={0: ["fertile"]}
    )  # two players: two traits are full
    play(game, "replace carnivore-1 fertile-1 a1", "end", "end", "leaf a1 fertile")
    assert choices(game) == ["feed a1"]


def test_a_carnivore_never_attacks_itself() -> None:
    """A-80."""
    game = lay([species("carnivore", "pack-hunting", body=3, population=3)], [])
    assert choices(game) == ["end"]


def test_a_carnivore_attacks_its_owners_other_species() -> None:
    game = lay([species("carnivore", body=3), species()], [species(body=3)])
    assert choices(game) == ["attack a1 a2"]
