"""R-END, R-SCORE: starvation, bags, and who has won."""

from typing import Any

from engine import Game
from tests.engine.tables import bags, board, hand, lay, row, species, state


def over(*rows: Any, **more: Any) -> dict[str, Any]:
    """The result of a game whose last round ends now."""
    result = lay(*rows, phase="ending", final_round=3, **more).result
    assert result is not None
    return result


def test_unfed_population_starves() -> None:
    game = lay([species(population=4, food=2)], [species(food=1)], phase="ending")
    assert state(game, "a1", "population", "food") == (2, 0)
    assert bags(game) == [2, 1]


def test_a_species_without_food_dies_and_its_cards_are_drawn() -> None:
    game = lay([species("horns", "fertile"), species(food=1)], [species(food=1)], phase="ending")
    assert board(game, "a1") is None
    assert len(hand(game, 0)) == 2 + 4


def test_the_first_player_marker_passes_clockwise() -> None:
    game = lay([species(food=1)], [species(food=1)], [species(food=1)], phase="ending", first=2)
    assert game.position()["first"] == 0


def test_a_player_without_species_gets_one_also_in_the_last_round() -> None:
    """A-08: it scores its population of 1."""
    assert over([species()], [species(food=1)])["scores"] == [1, 2]


def test_everybodys_species_may_die_at_once() -> None:
    """X-04."""
    game = lay([species()], [species()], phase="ending")
    assert [row(game, 0), row(game, 1)] == [["a2"], ["b2"]]


def test_the_score_is_bag_and_population_and_traits() -> None:
    result = over([species("horns", "fertile", population=2, food=2)], [species(food=1)], bags={0: 5})
    assert result["scores"] == [5 + 2 + 2 + 2, 2]
    assert result["trait_points"] == [2, 0]
    assert result["population_points"] == [2, 1]
    assert result["places"] == [1, 2]


def test_a_tie_goes_to_more_traits_then_to_more_population() -> None:
    """R-SCORE-02."""
    traits = [species("horns", food=1)], [species(food=1)]
    assert over(*traits, bags={1: 1})["places"] == [1, 2]
    population = [species("horns", food=1, population=1)], [species("climbing", food=2, population=2)]
    assert over(*population, bags={0: 2})["places"] == [2, 1]


def test_a_full_tie_is_a_shared_place() -> None:
    """A-74."""
    rows = [species(food=1)], [species(food=1)], [species()]
    assert over(*rows)["places"] == [1, 1, 3]


def test_hands_bodies_and_the_hole_score_nothing() -> None:
    """R-SCORE-03."""
    result = over([species(body=6, food=1)], [species(food=1)], hands={0: 9}, hole=30)
    assert result["scores"] == [2, 2]


def test_a_game_that_is_over_loads_with_its_result() -> None:
    game = lay([species("horns", food=1)], [species(food=1)], phase="ending", final_round=3)
    again = Game.from_position(game.position())
    assert (again.over, again.result, again.decision) == (True, game.result, None)
