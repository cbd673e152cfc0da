"""What forum plays differently from base."""

import pytest

from engine import BadOptions, Game
from tests.engine.tables import asked, choices, lay, play, species, state


def test_food_comes_before_leaf_traits() -> None:
    """A-11: Fertile sees the new food."""
    game = lay(
        [species("fertile")], [species()], ruleset="forum", phase="reveal", food=["carnivore-17", None]
    )
    play(game, "leaf a1 fertile")
    assert state(game, "a1", "population") == 2


def test_two_players_play_with_all_cards_and_three_traits() -> None:
    """A-82."""
    position = Game.new("forum", players=2, seed=1).position()
    assert position["removed"] == []
    game = lay(
        [species("horns", "fertile")], [species()], ruleset="forum", phase="play", hands={0: ["ambush"]}
    )
    assert "trait ambush-1 a1" in choices(game)


@pytest.mark.parametrize("players", [2, 6])
def test_it_is_never_played_quickly(players: int) -> None:
    """R-SET-02, A-01."""
    assert Game.new("forum", players=players).position()["options"] == {"quick_play": False}
    with pytest.raises(BadOptions, match="quick_play is not part of the forum ruleset"):
        Game.new("forum", players=players, options={"quick_play": True})


def test_a_new_species_is_granted_at_the_end_of_feeding_in_the_last_round_too() -> None:
    """A-08."""
    game = lay([species()], [species(food=1)], ruleset="forum", phase="ending", final_round=3)
    assert game.result["scores"] == [1, 2]


def test_food_left_on_the_hole_stays() -> None:
    """A-111."""
    game = lay([species(food=1)], [species(food=1)], ruleset="forum", phase="ending", hole=4)
    assert game.position()["watering_hole"] == 4


def test_several_actions_of_different_kinds_may_be_made_in_one_turn() -> None:
    """A-14: a menu, not one action."""
    game = lay(
        [species()], [species()], ruleset="forum", phase="play", hands={0: ["horns", "fertile", "ambush"]}
    )
    play(game, "species horns-1 left", "trait fertile-1 a1", "population ambush-1 a1")
    assert asked(game) == (0, "play")


def test_the_leaf_phase_follows_the_reveal_and_precedes_feeding() -> None:
    game = lay([species("long-neck")], [species()], ruleset="forum", phase="play", food=["fertile-1", None])
    play(game, "end", "end")
    assert asked(game) == (0, "leaf")
    assert game.position()["watering_hole"] == 2
