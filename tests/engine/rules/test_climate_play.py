"""Play in climate: four traits, free removal, returning cards."""

from engine import Game
from tests.engine.tables import asked, bags, choices, hand, lay, play, records, species, state


def in_play(*rows: object, **more: object) -> Game:
    rows = rows or ([species()], [species()], [species()])
    return lay(*rows, ruleset="climate", phase="play", climate={"zone": "cool"}, **more)  # type: ignore[arg-type]


def test_four_traits_fit_and_three_with_two_players() -> None:
    full = species("horns", "climbing", "fertile")
    game = in_play([full], [species()], [species()], hands={0: ["ambush"]})
    assert "trait ambush-1 a1" in choices(game)
    game = in_play([full], [species()], hands={0: ["ambush"]})
    assert "trait ambush-1 a1" not in choices(game)


def test_traits_may_be_removed_freely_face_down_ones_too() -> None:
    game = in_play([species("horns", face_down=["fertile"])], [species()], [species()])
    assert choices(game) == ["end", "remove fertile-1", "remove horns-1"]
    play(game, "remove horns-1")
    assert state(game, "a1", "traits", "face_down") == ([], ["fertile-1"])
    assert game.position()["discard"] == ["horns-1"]


def test_removing_fat_tissue_moves_the_fat_to_the_bag() -> None:
    game = in_play([species("fat-tissue", body=3, fat=2)], [species()], [species()])
    play(game, "remove fat-tissue-1")
    assert bags(game)[0] == 2


def test_removal_is_not_offered_in_feeding() -> None:
    """A-101."""
    game = lay([species("horns")], [species()], ruleset="climate", climate={"zone": "cool"}, hole=3)
    assert choices(game) == ["feed a1"]


def test_at_the_end_of_the_turn_cards_may_be_returned_and_as_many_are_drawn() -> None:
    game = in_play(hands={0: ["horns-1", "fertile-1"]}, deck=["ambush-1", "ambush-2", "ambush-3"])
    play(game, "end")
    assert asked(game) == (0, "return")
    assert choices(game) == ["end", "return fertile-1", "return horns-1"]
    play(game, "return horns-1", "end")
    assert hand(game, 0) == ["fertile-1", "ambush-1"]
    assert game.position()["deck"] == ["ambush-2", "ambush-3", "horns-1"]
    assert asked(game) == (1, "play")


def test_no_more_can_be_returned_than_the_deck_had() -> None:
    """D-03: at the limit nobody is asked."""
    game = in_play(hands={0: ["horns-1", "fertile-1"]}, deck=["ambush-1"])
    play(game, "end", "return horns-1")
    assert asked(game) == (1, "play")
    assert hand(game, 0) == ["fertile-1", "ambush-1"]


def test_without_hand_or_deck_returning_is_not_asked() -> None:
    """X-24."""
    game = in_play(hands={0: ["horns-1"]}, deck=[])
    play(game, "end")
    assert asked(game) == (1, "play")


def test_drawn_cards_cannot_be_played_any_more() -> None:
    """A-102."""
    game = in_play(hands={0: ["horns-1"]}, deck=["ambush-1"])
    play(game, "end", "return horns-1")
    assert asked(game) == (1, "play")


def test_others_learn_only_how_many_were_returned() -> None:
    game = in_play(hands={0: ["horns-1", "fertile-1"]}, deck=3)
    play(game, "end", "return horns-1")
    assert [record["cards"] for record in game.happenings(1) if record["h"] == "returned"] == [1]
    assert [record["cards"] for record in game.happenings(0) if record["h"] == "returned"] == [["horns-1"]]
    assert "pending" in game.view(1)
    assert "horns" not in str(game.view(1))


def test_in_quick_play_all_return_before_anybody_draws() -> None:
    """A-76, R-PLAY-09."""
    game = in_play(
        options={"quick_play": True},
        hands={0: ["horns-1"], 1: ["horns-2"], 2: ["horns-3"]},
        deck=["ambush-1"],
    )
    play(game, "end", "return horns-1", "end")
    assert choices(game) == ["end", "return horns-2"]
    assert game.view(1)["deck"] == 1
    play(game, "return horns-2", "end", "return horns-3")
    assert [hand(game, seat) for seat in range(3)] == [["ambush-1"], ["horns-1"], ["horns-2"]]
    assert game.position()["deck"] == ["horns-3"]
    assert [record["seat"] for record in records(game, "drew")] == [0, 1, 2]


def test_a_player_without_species_gets_one_before_the_deal_and_a_card_for_it() -> None:
    """A-08, R-DEAL-02."""
    game = lay([], [species()], ruleset="climate", phase="deal", climate={"zone": "cool"})
    assert state(game, "a1", "population", "body") == (1, 1)
    assert len(hand(game, 0)) == 5
