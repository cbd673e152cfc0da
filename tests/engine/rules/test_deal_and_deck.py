"""R-DEAL, R-DECK: dealing, drawing, and the end of the deck."""

from engine import Game
from tests.engine.tables import hand, lay, play, records, row, species


def test_everybody_gets_three_cards_and_one_for_each_species() -> None:
    game = lay([species()], [species(), species()], phase="deal")
    assert [len(hand(game, 0)), len(hand(game, 1))] == [4, 5]


def test_whole_hands_are_dealt_in_turn_order_from_the_top() -> None:
    """A-83."""
    deck = ["horns-1", "horns-2", "horns-3", "horns-4", "fertile-1", "fertile-2", "fertile-3", "fertile-4"]
    game = lay([species()], [species()], phase="deal", first=1, deck=[*deck, "ambush-1"])
    assert hand(game, 1) == deck[:4]
    assert hand(game, 0) == deck[4:]
    assert game.position()["deck"] == ["ambush-1"]


def test_hands_have_no_limit() -> None:
    """R-DEAL-03."""
    game = lay([species()], [species()], phase="deal", hands={0: 30})
    assert len(hand(game, 0)) == 34


def test_a_deck_that_ends_with_the_deal_has_not_run_out() -> None:
    """A-03, X-02."""
    game = lay([species()], [species()], phase="deal", deck=8, discard=20)
    assert game.position()["final_round"] is None
    assert game.shuffles == []


def test_a_card_short_in_the_deal_makes_this_round_the_last() -> None:
    """R-DECK-04."""
    game = lay([species()], [species()], phase="deal", deck=7, discard=20)
    position = game.position()
    assert position["final_round"] == 3
    assert position["discard"] == []
    assert len(position["deck"]) == 19


def test_the_discard_pile_is_shuffled_once_and_remembered() -> None:
    game = lay([species()], [species()], phase="deal", deck=7, discard=20)
    (shuffled,) = game.shuffles
    assert len(shuffled) == 20
    assert shuffled[1:] == game.position()["deck"]
    assert records(game, "shuffled") == [{"h": "shuffled", "cards": 20}]


def test_a_card_short_outside_the_deal_makes_the_next_round_the_last() -> None:
    hunter = species("carnivore", body=3)
    game = lay([hunter], [species("climbing")], [species("horns", "fertile")], deck=1, discard=5)
    play(game, "attack a1 c1")
    assert game.position()["final_round"] == 4


def test_the_last_round_is_only_ever_lowered() -> None:
    game = lay([species()], [species()], phase="deal", deck=7, discard=20, final_round=3)
    assert game.position()["final_round"] == 3
    assert records(game, "last-round") == []


def test_with_nothing_left_later_players_get_nothing() -> None:
    """X-01."""
    game = lay([species()], [species()], [species()], phase="deal", deck=5)
    assert [len(hand(game, seat)) for seat in range(3)] == [4, 1, 0]
    assert game.position()["final_round"] == 3


def test_a_second_shuffle_in_the_last_round_changes_nothing() -> None:
    """X-03."""
    hunter = species("carnivore", body=3)
    prey = species("horns", "fertile")
    game = lay([hunter], [species("climbing")], [prey], deck=0, discard=5, final_round=3)
    play(game, "attack a1 c1")
    assert game.position()["final_round"] == 3


def test_an_extinction_in_the_last_possible_deal_round_cannot_raise_the_end() -> None:
    """A need in FEED of round r sets r + 1; a need in the deal of r + 1 leaves it there."""
    game = lay([species()], [species()], phase="deal", deck=0, discard=30, round=4, final_round=4)
    assert game.position()["final_round"] == 4


def test_the_game_ends_exactly_with_its_last_round() -> None:
    """I-32."""
    game = lay([species(food=1)], [species(food=1)], phase="ending", final_round=3)
    assert game.over
    game = lay([species(food=1)], [species(food=1)], phase="ending", final_round=4)
    assert game.position()["round"] == 4


def test_a_game_goes_on_after_the_first_shuffle_until_the_deck_is_needed_again() -> None:
    game = Game.new("base", players=5, seed=0)
    while game.decision:
        game.choose(0)
    assert game.position()["round"] == game.position()["final_round"]
    assert row(game, 0)
