"""R-TRAIT-FLIGHT: upkeep, the cliff, and attacks from the air."""

from typing import Any

import pytest

from engine import Game
from tests.engine.tables import asked, bags, board, choices, lay, play, records, species, state


def bird(*traits: str, **numbers: Any) -> Any:
    return species(*traits, avian=True, **numbers)


def feeding(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="flight", **more)


def test_upkeep_is_paid_before_the_population_is_fed() -> None:
    game = feeding([bird(body=2, population=2)], [species(food=1)], hole=9)
    for upkeep, food in ((1, 0), (2, 0), (2, 1), (2, 2)):
        play(game, "feed a1", "end", "end")
        if game.position()["round"] == 3:
            assert state(game, "a1", "upkeep", "food") == (upkeep, food)


def test_upkeep_alone_does_not_save_from_starvation() -> None:
    """A-72."""
    game = lay([bird(body=2, upkeep=2)], [species(food=1)], ruleset="flight", phase="ending")
    assert board(game, "a1") is None
    assert bags(game) == [0, 1]


def test_upkeep_never_scores_and_returns_to_the_bank() -> None:
    game = lay([bird(body=2, upkeep=2, food=1)], [species(food=1)], ruleset="flight", phase="ending")
    assert state(game, "a1", "upkeep", "food") == (0, 0)
    assert bags(game) == [1, 1]
    assert records(game, "upkeep-returned") == [{"h": "upkeep-returned", "species": "a1", "amount": 2}]


def test_a_flying_plant_eater_chooses_between_hole_and_cliff() -> None:
    game = feeding([bird()], [species()], hole=1, cliff=1)
    assert choices(game) == ["feed a1", "feed a1 cliff"]
    play(game, "feed a1 cliff")
    assert (game.position()["watering_hole"], game.position()["cliff"]) == (1, 0)


def test_land_species_never_reach_the_cliff() -> None:
    assert choices(feeding([species()], [species()], cliff=5)) == ["end"]


def test_a_flying_carnivore_never_reaches_the_cliff() -> None:
    assert choices(feeding([bird("carnivore")], [species()], cliff=5)) == ["end"]


def test_cooperation_from_the_cliff_feeds_a_land_neighbour() -> None:
    """A-63."""
    game = feeding([bird("cooperation"), species()], [species()], cliff=5)
    play(game, "feed a1 cliff")
    assert state(game, "a2", "food") == 1
    assert game.position()["cliff"] == 3


def test_only_flying_carnivores_reach_a_flying_species() -> None:
    hunters = [species("carnivore", body=4), bird("carnivore", body=4)]
    game = feeding(hunters, [bird()])
    assert "attack a2 b1" in choices(game)
    assert "attack a1 b1" not in choices(game)


@pytest.mark.parametrize("trait", ["climbing", "symbiosis"])
def test_a_flying_hunter_passes_a_trait_for_a_card(trait: str) -> None:
    prey = [species(trait), species(body=6)]
    game = feeding([bird("carnivore", body=3)], prey, hands={0: 1})
    assert choices(game) == ["end", f"attack a1 b1 ignoring {trait}"]


def test_it_pays_one_card_for_each_trait() -> None:
    """A-119, FLIGHT_DISCARDS = 3."""
    prey = [species("climbing", "symbiosis"), species("warning-call", body=6)]
    game = feeding([bird("carnivore", body=3)], prey, [], hands={0: 3})
    assert choices(game) == ["end", "attack a1 b1 ignoring climbing,symbiosis,warning-call"]


@pytest.mark.parametrize("trait", ["defensive-herding", "hard-shell", "camouflage"])
def test_it_passes_no_other_trait(trait: str) -> None:
    game = feeding([bird("carnivore", body=3)], [species(trait)], hands={0: 3})
    assert choices(game) == ["end"]


def test_intelligence_may_ignore_flight() -> None:
    """A-43."""
    game = feeding([species("carnivore", "intelligence", body=3)], [bird()], hands={0: 1})
    assert choices(game) == ["end", "attack a1 b1 ignoring flight"]


def test_an_event_card_pays_too() -> None:
    """A-65."""
    game = feeding([bird("carnivore", body=3)], [species("climbing")], hands={0: ["dive-bomb-1"]})
    play(game, "attack a1 b1 ignoring climbing")
    assert choices(game) == ["discard dive-bomb-1"]


def test_an_avian_of_body_zero_may_be_attacked_for_no_meat() -> None:
    """A-88."""
    game = feeding([bird("carnivore", body=2)], [bird(body=0, population=2)])
    assert choices(game) == ["attack a1 b1"]
    play(game, "attack a1 b1")
    assert state(game, "b1", "population") == 1
    assert not records(game, "took")


def test_population_lost_in_an_attack_leaves_the_upkeep() -> None:
    """A-96."""
    game = feeding([bird("carnivore", body=4)], [bird(body=2, population=2, upkeep=2, food=2)])
    play(game, "attack a1 b1")
    assert state(game, "b1", "upkeep", "food") == (2, 1)
    assert bags(game) == [0, 1]


def test_the_dead_bird_returns_its_card_and_draws_for_it() -> None:
    """A-60."""
    game = feeding([bird("carnivore", body=4)], [bird("fertile", body=2, upkeep=1)], deck=5)
    play(game, "attack a1 b1")
    assert game.position()["flight_supply"] == 11
    assert game.position()["discard"] == ["fertile-1"]
    assert len(records(game, "drew")[0]["cards"]) == 2


def in_play(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="flight", phase="play", **more)


def test_a_new_bird_costs_two_cards_and_starts_at_nothing() -> None:
    """A-57, AVIAN_START."""
    game = in_play([species()], [species()], hands={0: ["horns-1", "fertile-1", "dive-bomb-1"]})
    play(game, "avian horns-1 right")
    assert asked(game) == (0, "discard")
    assert choices(game) == ["discard dive-bomb-1", "discard fertile-1"]
    play(game, "discard fertile-1")
    assert state(game, "a2", "population", "body", "traits") == (0, 0, ["flight-1"])
    assert game.position()["discard"] == ["horns-1", "fertile-1"]
    assert game.position()["flight_supply"] == 11


def test_one_card_is_not_enough_for_a_bird() -> None:
    game = in_play([species()], [species()], hands={0: ["horns-1"]})
    assert not [choice for choice in choices(game) if choice.startswith("avian")]


def test_an_empty_supply_allows_no_bird() -> None:
    """A-61."""
    game = in_play([species()], [species()], hands={0: 3}, flight_supply=0)
    assert not [choice for choice in choices(game) if choice.startswith("avian")]


def test_the_lowest_free_flight_card_is_taken() -> None:
    game = in_play([bird()], [species()], hands={0: 2})
    play(game, next(choice for choice in choices(game) if choice.startswith("avian")))
    play(game, choices(game)[0])
    assert state(game, "a2", "traits") == ["flight-2"]


def test_flight_takes_one_of_the_three_places() -> None:
    """A-06."""
    game = in_play([bird("horns")], [species()], hands={0: ["fertile"]})
    assert "trait fertile-1 a1" not in choices(game)
    assert "replace flight-1 fertile-1 a1" in choices(game)


def test_a_bird_that_never_grew_cannot_eat_or_be_eaten_and_dies_in_the_end() -> None:
    """A-57."""
    game = feeding([bird(body=0, population=0)], [bird("carnivore", body=4)], hole=5, cliff=5)
    assert choices(game) == ["end"]
    play(game, "end")
    assert choices(game) == ["end"]
    play(game, "end")
    assert board(game, "a1") is None


def test_removing_flight_makes_a_land_species_and_returns_card_and_upkeep() -> None:
    """R-PLAY-06, A-59."""
    game = in_play([bird(body=2, population=3, upkeep=2, food=1)], [species()])
    play(game, "remove flight-1")
    assert state(game, "a1", "kind", "population", "body", "upkeep", "food") == ("land", 3, 2, 0, 1)
    assert game.position()["flight_supply"] == 12
    assert game.position()["discard"] == []
    assert bags(game) == [0, 0]


def test_a_land_species_left_at_zero_dies_in_the_end() -> None:
    """A-87."""
    game = in_play([bird(body=0, population=0)], [species(food=1)])
    play(game, "remove flight-1")
    assert state(game, "a1", "kind", "population") == ("land", 0)
    while game.position()["round"] == 3:
        game.choose(game.decision.default)
    assert board(game, "a1") is None


def test_a_growing_body_moves_food_to_the_upkeep() -> None:
    """A-72."""
    game = in_play([bird(body=1, population=2, upkeep=1, food=2)], [species()], hands={0: ["horns-1"]})
    play(game, "body horns-1 a1")
    assert state(game, "a1", "body", "upkeep", "food") == (2, 2, 1)


def test_fat_moves_to_the_upkeep_first() -> None:
    """A-90."""
    game = lay([bird("fat-tissue", body=3, fat=2)], [species()], ruleset="flight", phase="leaf")
    play(game, "leaf a1 fat-tissue")
    assert state(game, "a1", "upkeep", "food", "fat") == (2, 0, 0)


def test_the_cliff_gets_as_much_as_there_are_players_and_keeps_the_rest() -> None:
    """R-REV-02, A-62."""
    game = lay([species()], [species()], [species()], ruleset="flight", phase="reveal", cliff=4)
    assert game.position()["cliff"] == 7


def test_flight_counts_as_a_trait_in_the_end() -> None:
    game = lay([bird(body=1, upkeep=1, food=1)], [species()], ruleset="flight", phase="ending", final_round=3)
    assert game.result["trait_points"] == [1, 0]


def test_in_quick_play_the_flight_cards_are_shared_out() -> None:
    """R-PLAY-09, A-116: lowest numbers first, one more for the first seats."""
    rows = [species()], [species()], [species()]
    hands = {0: 6, 1: 6, 2: 6}
    game = in_play(*rows, options={"quick_play": True}, hands=hands, flight_supply=5, first=1)
    while game.decision and game.position()["phase"] == "play":
        avian = [choice for choice in choices(game) if choice.startswith("avian")]
        play(game, avian[0] if avian else choices(game)[0])
    seats = game.position()["seats"]
    made = [" ".join(card for one in seats[seat]["species"] for card in one["traits"]) for seat in (1, 2, 0)]
    assert made == ["flight-2 flight-1", "flight-4 flight-3", "flight-5"]


def test_in_quick_play_a_returned_flight_card_gives_no_second_bird() -> None:
    game = in_play(
        [species()], [species()], options={"quick_play": True}, hands={0: 4, 1: 4}, flight_supply=2
    )
    play(game, next(choice for choice in choices(game) if choice.startswith("avian")))
    play(game, choices(game)[0], "remove flight-1")
    assert not [choice for choice in choices(game) if choice.startswith("avian")]
