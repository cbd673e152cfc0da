"""R-LEAF: leaf traits act in turn order, in the order that their owner chooses."""

from tests.engine.tables import asked, choices, lay, play, species, state


def test_the_choices_go_left_to_right_and_by_the_fixed_order_in_a_species() -> None:
    """D-05."""
    row = [species("long-neck", "fat-tissue", "fertile"), species("long-neck")]
    game = lay(row, [species()], [], phase="leaf", hole=1)
    assert choices(game) == [
        "leaf a1 fertile",
        "leaf a1 fat-tissue",
        "leaf a1 long-neck",
        "leaf a2 long-neck",
    ]


def test_each_trait_acts_exactly_once() -> None:
    game = lay([species("long-neck", "fertile")], [species()], phase="leaf", hole=1)
    play(game, "leaf a1 long-neck", "leaf a1 fertile")
    assert asked(game) == (0, "feed")


def test_the_order_matters_and_is_the_owners() -> None:
    fat = species("fat-tissue", "fertile", body=4, population=2, fat=4)
    game = lay([fat], [species()], phase="leaf", hole=1)
    play(game, "leaf a1 fertile", "leaf a1 fat-tissue")
    assert state(game, "a1", "population", "food", "fat") == (3, 3, 1)
    game = lay([fat], [species()], phase="leaf", hole=1)
    play(game, "leaf a1 fat-tissue", "leaf a1 fertile")
    assert state(game, "a1", "population", "food", "fat") == (3, 2, 2)


def test_a_player_finishes_before_the_next_begins() -> None:
    game = lay([species("long-neck")], [species("long-neck", "fertile")], phase="leaf", first=1, hole=1)
    assert asked(game) == (1, "leaf")
    play(game, "leaf b1 fertile", "leaf b1 long-neck")
    assert asked(game) == (0, "leaf")


def test_a_single_leaf_trait_acts_unasked_unless_all_is_asked() -> None:
    row = [species("long-neck", population=2), species()]
    game = lay(row, [species()], phase="leaf", ask_forced=False, hole=2)
    assert asked(game) == (0, "feed")
    assert state(game, "a1", "food") == 1


def test_in_base_leaf_traits_come_before_the_food() -> None:
    """R-LEAF-04, A-11, A-12."""
    game = lay([species("long-neck", population=2)], [species()], phase="play", food=["fertile-1", None])
    play(game, "end", "end")
    assert asked(game) == (0, "leaf")
    assert game.position()["watering_hole"] == 0
