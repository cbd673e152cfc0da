"""R-TRAIT-FAT-TISSUE: stores food on the card up to the body size."""

from tests.engine.tables import bags, board, choices, lay, play, species, state


def test_a_fed_species_may_eat_on_but_need_not() -> None:
    game = lay([species("fat-tissue", body=2, food=1)], [species(food=1)], hole=5)
    assert choices(game) == ["end", "feed a1"]


def test_a_hungry_species_comes_before_a_fed_one_with_room_for_fat() -> None:
    """A-81."""
    game = lay([species("fat-tissue", body=2, food=1), species()], [species(food=1)], hole=5)
    assert choices(game) == ["feed a2"]


def test_it_stores_up_to_its_body_size() -> None:
    """A-110: more than its population can eat."""
    game = lay([species("fat-tissue", body=2, food=1, fat=1)], [species(food=1)], hole=5)
    play(game, "feed a1")
    assert state(game, "a1", "food", "fat") == (1, 2)
    play(game, "end", "end")
    assert choices(game) == ["end"]


def test_the_board_is_filled_before_the_card() -> None:
    game = lay([species("fat-tissue", "intelligence", body=2)], [species()], hands={0: ["fertile-1"]})
    play(game, "intelligence a1 fertile-1")
    assert state(game, "a1", "food", "fat") == (1, 1)


def test_meat_is_stored_too() -> None:
    game = lay([species("carnivore", "fat-tissue", body=4)], [species(body=3)])
    play(game, "attack a1 b1")
    assert state(game, "a1", "food", "fat") == (1, 2)


def test_a_full_carnivore_with_room_for_fat_may_attack() -> None:
    """A-92."""
    game = lay([species("carnivore", "fat-tissue", body=4, food=1)], [species()])
    assert choices(game) == ["end", "attack a1 b1"]


def test_triggered_takes_land_on_fat_unasked() -> None:
    """A-34."""
    row = [species("cooperation"), species("fat-tissue", food=1)]
    game = lay(row, [species()], hole=5)
    play(game, "feed a1")
    assert state(game, "a2", "food", "fat") == (1, 1)


def test_in_leaf_as_much_moves_as_fits() -> None:
    game = lay([species("fat-tissue", body=4, population=2, fat=3)], [species()], phase="leaf")
    play(game, "leaf a1 fat-tissue")
    assert state(game, "a1", "food", "fat") == (2, 1)


def test_without_fat_it_is_listed_all_the_same() -> None:
    """R-LEAF-02."""
    game = lay([species("fat-tissue")], [species()], phase="leaf")
    assert choices(game) == ["leaf a1 fat-tissue"]


def test_fat_moves_onto_a_carnivores_board() -> None:
    game = lay([species("fat-tissue", "carnivore", fat=1)], [species()], phase="leaf")
    play(game, "leaf a1 fat-tissue")
    assert state(game, "a1", "food", "fat") == (1, 0)


def test_stored_fat_does_not_save_from_starvation() -> None:
    """A-85."""
    game = lay([species("fat-tissue", body=3, population=3, food=1, fat=2)], [species()], phase="ending")
    assert state(game, "a1", "population", "fat") == (1, 2)


def test_fat_stays_at_the_end_of_a_round() -> None:
    game = lay([species("fat-tissue", body=3, food=1, fat=2)], [species(food=1)], phase="ending")
    assert state(game, "a1", "food", "fat") == (0, 2)
    assert bags(game) == [1, 1]


def test_replacing_it_moves_the_fat_to_the_bag() -> None:
    """R-PLAY-05."""
    game = lay(
        [species("fat-tissue", "horns", body=3, fat=2)], [species()], phase="play", hands={0: ["climbing"]}
    )
    play(game, "replace fat-tissue-1 climbing-1 a1")
    assert bags(game) == [2, 0]
    assert state(game, "a1", "fat") == 0


def test_replacing_another_trait_keeps_the_fat() -> None:
    game = lay(
        [species("fat-tissue", "horns", body=3, fat=2)], [species()], phase="play", hands={0: ["climbing"]}
    )
    play(game, "replace horns-1 climbing-1 a1")
    assert bags(game) == [0, 0]
    assert state(game, "a1", "fat") == 2


def test_the_fat_of_the_dead_goes_to_the_bag() -> None:
    game = lay([species("carnivore", body=4)], [species("fat-tissue", body=2, fat=2)])
    play(game, "attack a1 b1")
    assert board(game, "b1") is None
    assert bags(game) == [0, 2]


def test_excess_food_after_an_attack_goes_to_the_bag_not_onto_fat() -> None:
    """A-86."""
    game = lay([species("carnivore", body=4)], [species("fat-tissue", body=2, population=2, food=2)])
    play(game, "attack a1 b1")
    assert state(game, "b1", "food", "fat") == (1, 0)
    assert bags(game) == [0, 1]


def test_at_the_end_of_the_game_fat_counts_as_food() -> None:
    """A-99."""
    game = lay(
        [species("fat-tissue", body=3, food=1, fat=2)], [species(food=1)], phase="ending", final_round=3
    )
    assert game.result["scores"] == [3 + 1 + 1, 2]
