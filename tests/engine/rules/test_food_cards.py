"""R-FOOD, R-REV: food cards are placed in secret and revealed together."""

import pytest

from tests.engine.tables import asked, choices, hand, lay, play, records, run_until, species


def test_the_highest_number_comes_first_then_name_then_copy() -> None:
    game = lay(
        [species()],
        [species()],
        phase="food",
        hands={0: ["climbing-1", "scavenger-7", "horns-4", "horns-3", "ambush-1"], 1: 1},
    )
    assert choices(game) == [
        "food scavenger-7",
        "food horns-3",
        "food horns-4",
        "food climbing-1",
        "food ambush-1",
    ]


def test_the_first_player_is_asked_first() -> None:
    game = lay([species()], [species()], phase="food", first=1, hands={0: 2, 1: 2})
    assert asked(game) == (1, "food")
    play(game, choices(game)[0])
    assert asked(game) == (0, "food")


def test_a_player_without_cards_is_not_asked() -> None:
    """X-05."""
    game = lay([species()], [species()], phase="food", hands={1: 2})
    assert asked(game) == (1, "food")
    play(game, choices(game)[0])
    assert game.position()["food_cards"][0] is None


def test_a_single_card_is_placed_unasked_unless_all_is_asked() -> None:
    """D-01."""
    game = lay([species()], [species()], phase="food", hands={0: 1, 1: 2}, ask_forced=False)
    assert asked(game) == (1, "food")


def test_the_card_leaves_the_hand_and_nobody_else_sees_it() -> None:
    game = lay([species()], [species()], phase="food", hands={0: ["horns-1", "horns-2"], 1: 1})
    play(game, "food horns-1")
    assert hand(game, 0) == ["horns-2"]
    assert game.view(1)["food_cards"] == ["?", None]
    assert game.view(0)["food_cards"] == ["horns-1", None]
    assert game.happenings(1)[-1] == {"h": "food-placed", "seat": 0, "card": 1}


@pytest.mark.parametrize(
    ("cards", "before", "after"),
    [
        (("carnivore-16", "fertile-1"), 1, 9),
        (("ambush-1", "ambush-2"), 7, 2),
        (("ambush-1", "ambush-2"), 4, 0),
        (("ambush-1", "ambush-7"), 4, 4),
        ((None, "fertile-1"), 0, 2),
    ],
)
def test_the_total_is_added_or_removed_never_below_nothing(
    cards: tuple[str | None, ...], before: int, after: int
) -> None:
    """A-78."""
    game = lay([species(food=1)], [species(food=1)], phase="reveal", hole=before, food=cards)
    assert game.position()["watering_hole"] == after


def test_revealed_cards_go_to_the_pile_in_turn_order() -> None:
    """R-REV-03."""
    game = lay([species()], [species()], phase="reveal", first=1, food=["horns-1", "fertile-1"])
    assert game.position()["discard"] == ["fertile-1", "horns-1"]
    assert game.position()["food_cards"] == [None, None]


def test_food_left_on_the_hole_stays() -> None:
    """R-END-04."""
    game = lay([species(food=1)], [species(food=1)], phase="ending", hole=7)
    assert game.position()["watering_hole"] == 7


def test_the_reveal_tells_all_cards_and_the_total() -> None:
    game = lay([species()], [species()], phase="reveal", food=["fertile-1", None])
    (record,) = records(game, "food-revealed")
    assert record == {"h": "food-revealed", "cards": ["fertile-1", None], "total": 2}


def test_cards_placed_are_used_up_before_the_next_round() -> None:
    game = lay([species(food=1)], [species(food=1)], phase="food", hands={0: 1, 1: 1})
    run_until(game, round=4)
    assert game.position()["food_cards"] == [None, None]
    assert asked(game) == (1, "food")
