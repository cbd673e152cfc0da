"""R-PLAY: traits, new species, growth."""

import pytest

from engine import IllegalChoice
from tests.engine.tables import asked, board, choices, hand, lay, play, records, row, species, state


def test_a_trait_lies_face_down_until_all_have_played() -> None:
    game = lay([species()], [species()], phase="play", hands={0: ["horns"]})
    play(game, "trait horns-1 a1")
    assert state(game, "a1", "traits", "face_down") == ([], ["horns-1"])
    play(game, "end", "end")
    assert state(game, "a1", "traits", "face_down") == (["horns-1"], [])


def test_a_species_has_no_trait_twice_face_down_ones_counted() -> None:
    row_a = [species("horns"), species(face_down=["horns"]), species()]
    game = lay(row_a, [species()], [], phase="play", hands={0: ["horns"]})
    assert [choice for choice in choices(game) if choice.startswith("trait")] == ["trait horns-3 a3"]


@pytest.mark.parametrize(("players", "limit"), [(2, 2), (3, 3)])
def test_a_species_has_three_traits_at_most_and_two_with_two_players(players: int, limit: int) -> None:
    traits = ["horns", "climbing", "fertile"]
    rows = [[species(*traits[: limit - 1])], [species()], []][:players]
    game = lay(*rows, phase="play", hands={0: ["ambush", "burrowing"]})
    play(game, "trait ambush-1 a1")
    assert not [choice for choice in choices(game) if choice.startswith("trait")]


def test_only_a_full_species_can_have_a_trait_replaced() -> None:
    """A-15."""
    full = species("horns", "climbing", "fertile")
    game = lay([full, species("ambush")], [species()], [], phase="play", hands={0: ["foraging"]})
    replacing = [choice for choice in choices(game) if choice.startswith("replace")]
    assert replacing == [
        "replace climbing-1 foraging-1 a1",
        "replace fertile-1 foraging-1 a1",
        "replace horns-1 foraging-1 a1",
    ]
    assert not [choice for choice in choices(game) if choice.startswith("remove")]


def test_a_replaced_trait_goes_to_the_pile() -> None:
    game = lay([species("horns", "climbing")], [species()], phase="play", hands={0: ["foraging"]})
    play(game, "replace horns-1 foraging-1 a1")
    assert state(game, "a1", "traits", "face_down") == (["climbing-1"], ["foraging-1"])
    assert game.position()["discard"] == ["horns-1"]


def test_a_face_down_trait_may_be_replaced_and_is_discarded_face_up() -> None:
    """A-16."""
    game = lay([species("horns", face_down=["climbing"])], [species()], phase="play", hands={0: ["foraging"]})
    play(game, "replace climbing-1 foraging-1 a1")
    assert game.view(1)["discard"] == ["climbing-1"]


def test_another_copy_of_a_trait_can_only_take_its_own_place() -> None:
    """The duplicate rule is checked after the discard."""
    game = lay([species("horns", "climbing")], [species()], phase="play", hands={0: ["horns-2"]})
    replacing = [choice for choice in choices(game) if choice.startswith("replace")]
    assert replacing == ["replace horns-1 horns-2 a1"]


def test_a_new_species_stands_at_either_end_with_one_population_and_body() -> None:
    game = lay([species(body=3), species()], [species()], phase="play", hands={0: ["horns", "fertile"]})
    play(game, "species horns-1 left", "species fertile-1 right")
    assert row(game, 0) == ["a3", "a1", "a2", "a4"]
    assert state(game, "a3", "population", "body", "food", "traits") == (1, 1, 0, [])
    assert game.position()["discard"] == ["horns-1", "fertile-1"]


def test_cards_may_be_played_on_a_species_made_in_the_same_turn() -> None:
    """R-PLAY-04."""
    game = lay([species()], [species()], phase="play", hands={0: ["horns", "fertile", "ambush"]})
    play(game, "species horns-1 right", "trait fertile-1 a2", "body ambush-1 a2")
    assert state(game, "a2", "body", "face_down") == (2, ["fertile-1"])


def test_a_player_without_species_may_make_one() -> None:
    game = lay([], [species()], phase="play", hands={0: ["horns"]})
    assert choices(game) == ["end", "species horns-1 left", "species horns-1 right"]


def test_growth_costs_a_card_seen_by_all() -> None:
    game = lay([species()], [species()], phase="play", hands={0: ["horns", "fertile"]})
    play(game, "population horns-1 a1", "body fertile-1 a1")
    assert state(game, "a1", "population", "body") == (2, 2)
    assert game.view(1)["discard"] == ["horns-1", "fertile-1"]


def test_growth_at_the_maximum_is_not_offered() -> None:
    """X-22."""
    game = lay([species(population=6), species(body=6)], [species()], phase="play", hands={0: ["horns"]})
    growing = [choice for choice in choices(game) if choice.startswith(("population", "body"))]
    assert growing == ["population horns-1 a2", "body horns-1 a1"]


def test_each_player_has_one_turn_in_turn_order() -> None:
    game = lay([species()], [species()], [species()], phase="play", first=1, hands={0: 1, 1: 1, 2: 1})
    seats = []
    while asked(game) and asked(game)[1] == "play":
        seats.append(asked(game)[0])
        game.choose("end")
    assert seats == [1, 2, 0]


def test_without_cards_the_turn_ends_unasked_unless_all_is_asked() -> None:
    game = lay([species()], [species()], phase="play", hands={1: 1}, ask_forced=False)
    assert asked(game) == (1, "play")
    game = lay([species()], [species()], phase="play", hands={1: 1})
    assert choices(game) == ["end"]


def test_a_refused_play_changes_nothing() -> None:
    game = lay([species("horns")], [species()], phase="play", hands={0: ["horns"]})
    before = game.position(), game.happenings()
    for wrong in ("trait horns-2 a1", "remove horns-1", "species horns-1 middle", "END", "", 99, -1, None):
        with pytest.raises(IllegalChoice):
            game.choose(wrong)  # type: ignore[arg-type]
    assert (game.position(), game.happenings()) == before


def test_species_numbers_are_never_used_again() -> None:
    game = lay([species("carnivore", body=3), species()], [species(body=6)], hands={0: ["horns"]})
    play(game, "attack a1 a2")
    assert board(game, "a2") is None
    assert game.position()["seats"][0]["named"] == 2


def test_what_is_played_is_told_to_the_others_without_the_card() -> None:
    game = lay([species()], [species()], phase="play", hands={0: ["horns"]})
    play(game, "trait horns-1 a1")
    assert game.happenings(1)[-1] == {"h": "played", "seat": 0, "species": "a1", "card": 1}
    assert game.happenings(0)[-1]["card"] == "horns-1"
    play(game, "end", "end")
    assert records(game, "revealed") == [{"h": "revealed", "species": "a1", "cards": ["horns-1"]}]
    assert hand(game, 0) == []


def test_there_is_no_limit_to_the_number_of_species() -> None:
    """A-77, X-13."""
    game = lay([species()], [species()], phase="play", hands={0: 40})
    for _ in range(40):
        game.choose(next(choice for choice in choices(game) if choice.startswith("species")))
    assert len(row(game, 0)) == 41
