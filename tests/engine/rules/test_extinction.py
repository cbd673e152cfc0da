"""R-EXT: what becomes of a species that dies, and of its owner."""

from tests.engine.tables import asked, bags, hand, lay, play, records, row, species


def test_food_and_cards_go_their_ways_and_as_many_are_drawn() -> None:
    game = lay([species("carnivore", "climbing", body=3)], [species(body=6)], [species("climbing", food=1)])
    play(game, "attack a1 c1")
    assert bags(game) == [0, 0, 1]
    assert game.position()["discard"] == ["climbing-2"]
    assert len(hand(game, 2)) == 1


def test_cards_go_to_the_pile_in_the_order_of_play() -> None:
    prey = species("long-neck-3", "ambush-2")
    game = lay([species("carnivore", body=3)], [prey])
    play(game, "attack a1 b1")
    assert game.position()["discard"] == ["long-neck-3", "ambush-2"]


def test_the_others_learn_only_how_many_cards_were_drawn() -> None:
    game = lay([species("carnivore", body=3)], [species("fertile", "ambush")])
    play(game, "attack a1 b1")
    (mine,) = [record for record in game.happenings(1) if record["h"] == "drew"]
    (theirs,) = [record for record in game.happenings(0) if record["h"] == "drew"]
    assert (len(mine["cards"]), theirs["cards"], theirs["why"]) == (2, 2, "extinction")


def test_drawn_cards_can_be_used_in_the_same_round() -> None:
    """R-EXT-03."""
    game = lay(
        [species("carnivore", body=3)], [species("fertile"), species("intelligence", body=5, population=2)]
    )
    play(game, "attack a1 b1", "end")
    assert asked(game) == (1, "feed")
    assert game.decision.count == 2


def test_a_species_without_traits_draws_nothing() -> None:
    game = lay([species("carnivore", body=3)], [species()])
    play(game, "attack a1 b1")
    assert not records(game, "drew")


def test_who_lost_the_last_species_gets_a_new_one_at_the_end_of_feeding() -> None:
    """A-08: in base before the marker passes, in the last round too."""
    game = lay([species("carnivore", body=3)], [species()])
    play(game, "attack a1 b1", "end")
    assert row(game, 1) == []
    play(game, "end")
    assert row(game, 1) == ["b2"]
    assert len(hand(game, 1)) == 4


def test_simultaneous_deaths_draw_in_board_order() -> None:
    """A-25, X-14."""
    deck = ["horns-1", "horns-2", "horns-3", "horns-4"]
    game = lay(
        [species("fertile")], [species("ambush"), species("climbing")], phase="ending", first=1, deck=deck
    )
    drawn = [(record["seat"], record["cards"]) for record in records(game, "drew")]
    assert drawn == [(1, ["horns-1"]), (1, ["horns-2"]), (0, ["horns-3"])]
