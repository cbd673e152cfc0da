"""R-FEED: turns, compulsion, passing, and the end of feeding."""

from tests.engine.tables import asked, choices, lay, play, records, species, state


def test_a_hungry_grazer_must_eat_while_there_is_food() -> None:
    game = lay([species()], [species()], hole=1)
    assert choices(game) == ["feed a1"]


def test_one_main_feeding_a_turn() -> None:
    game = lay([species(population=3), species()], [species()], hole=9)
    play(game, "feed a1")
    assert choices(game) == ["end"]


def test_the_turn_goes_round_until_nobody_can_eat() -> None:
    game = lay([species(population=2)], [species()], hole=2)
    play(game, "feed a1", "end", "feed b1", "end", "end", "end")
    assert game.position()["round"] == 4


def test_a_player_without_species_is_skipped() -> None:
    """X-15, X-28."""
    game = lay([], [species()], [species()], hole=9)
    assert asked(game) == (1, "feed")
    play(game, "feed b1", "end")
    assert asked(game) == (2, "feed")


def test_two_players_with_species_end_it_by_two_passes() -> None:
    """The pass counter is held against the players who still have species."""
    game = lay([], [species(food=1)], [species(food=1)])
    play(game, "end", "end")
    assert game.position()["round"] == 4


def test_passing_does_not_bar_later_turns() -> None:
    """R-FEED-06."""
    fat = species("fat-tissue", body=3, food=1)
    game = lay([fat], [species("fat-tissue", body=3, food=1)], hole=5)
    play(game, "end", "feed b1", "end")
    assert choices(game) == ["end", "feed a1"]


def test_feeding_goes_on_for_fat_when_no_hungry_species_can_eat() -> None:
    """A-118."""
    game = lay([species("fat-tissue", body=3, food=1)], [species(food=1)], hole=5)
    assert choices(game) == ["end", "feed a1"]


def test_all_may_pass_although_food_is_left() -> None:
    """X-26."""
    game = lay([species("fat-tissue", body=3, food=1)], [species(food=1)], hole=5)
    play(game, "end", "end")
    assert game.position()["round"] == 4
    assert game.position()["watering_hole"] == 5


def test_the_compulsory_feeding_must_feed_a_hungry_species() -> None:
    """FEED_HUNGRY_FIRST, A-81: base's text says Hungry."""
    row = [species("fat-tissue", body=3, food=1), species(), species("carnivore", body=4, food=1)]
    game = lay(row, [species()], hole=5)
    assert choices(game) == ["feed a2"]


def test_a_full_carnivore_may_not_attack() -> None:
    game = lay([species("carnivore", body=4, food=1)], [species()])
    assert choices(game) == ["end"]


def test_a_hungry_carnivore_without_target_passes() -> None:
    """X-06."""
    game = lay([species("carnivore")], [species(body=2)], ask_forced=False)
    assert game.position()["round"] == 4


def test_a_hungry_carnivore_must_attack() -> None:
    game = lay([species("carnivore", body=2)], [species()], hole=5)
    assert choices(game) == ["attack a1 b1"]


def test_grazing_and_attacking_are_both_open_while_either_is_compulsory() -> None:
    game = lay([species("carnivore", body=2), species(body=2)], [species()], hole=5)
    assert choices(game) == ["feed a2", "attack a1 b1"]


def test_the_end_comes_first_after_the_main_feeding() -> None:
    """I-22."""
    game = lay([species(), species("intelligence")], [species()], hole=5, hands={0: 1})
    assert choices(game)[0] == "feed a1"
    play(game, "feed a1")
    assert choices(game)[0] == "end"


def test_passes_are_told() -> None:
    game = lay([species(food=1)], [species(food=1)])
    play(game, "end")
    assert records(game, "passed") == [{"h": "passed", "seat": 0}]
    assert game.position()["passes"] == 1


def test_the_same_target_may_be_attacked_again() -> None:
    """A-109."""
    game = lay([species("carnivore", body=2, population=3)], [species(population=3, food=3)])
    play(game, "attack a1 b1", "end", "end")
    assert choices(game) == ["attack a1 b1"]


def test_a_player_who_lost_all_species_in_his_own_turn_ends_it() -> None:
    game = lay([species("carnivore", body=2)], [species("horns", population=2)])
    play(game, "attack a1 b1")
    assert choices(game) == ["end"]
    play(game, "end")
    assert asked(game) == (1, "feed")


def test_feeding_with_no_species_at_all_ends_at_once() -> None:
    """X-04."""
    game = lay([], [])
    assert game.position()["round"] == 4
    assert state(game, "a1", "population") == 1
