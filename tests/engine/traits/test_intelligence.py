"""R-TRAIT-INTELLIGENCE: hand cards buy plant food, or silence a trait in an attack."""

import pytest

from engine import IllegalChoice
from tests.engine.tables import asked, choices, hand, lay, play, records, species, state


def test_a_plant_eater_takes_two_from_the_bank_for_a_card() -> None:
    game = lay([species("intelligence", population=3)], [species()], hands={0: ["fertile-1"]})
    play(game, "intelligence a1 fertile-1")
    assert state(game, "a1", "food") == 2
    assert hand(game, 0) == []
    assert game.position()["discard"] == ["fertile-1"]


def test_with_one_place_left_it_takes_one() -> None:
    """A-45."""
    game = lay([species("intelligence")], [species()], hands={0: ["fertile-1"]})
    play(game, "intelligence a1 fertile-1")
    assert state(game, "a1", "food") == 1


def test_a_full_species_buys_nothing() -> None:
    game = lay([species("intelligence", food=1)], [species()], hands={0: 3})
    assert choices(game) == ["end"]


def test_it_may_be_used_before_and_after_the_main_feeding() -> None:
    game = lay([species("intelligence", population=6)], [species()], hole=9, hands={0: 3})
    play(game, choices(game)[1])
    assert "feed a1" in choices(game)
    play(game, "feed a1", choices(game)[1])
    assert state(game, "a1", "food") == 5


def test_it_is_never_compulsory() -> None:
    game = lay([species("intelligence")], [species()], hands={0: 1})
    assert game.decision.default == "end"


def test_a_turn_with_intelligence_alone_is_no_pass() -> None:
    """A-46."""
    game = lay([species("intelligence", population=3)], [species()], hands={0: ["fertile-1"]})
    play(game, "intelligence a1 fertile-1", "end")
    assert game.position()["passes"] == 0


def test_a_feeding_bought_before_the_end_lifts_the_compulsion() -> None:
    """A-95."""
    game = lay([species("intelligence")], [species()], hole=5, hands={0: ["fertile-1"]})
    assert "end" not in choices(game)
    play(game, "intelligence a1 fertile-1")
    assert choices(game) == ["end"]


@pytest.mark.parametrize("trait", ["climbing", "defensive-herding", "burrowing", "symbiosis", "hard-shell"])
def test_a_hunter_ignores_one_trait_for_a_card(trait: str) -> None:
    prey = [species(trait, body=2, food=1), species(body=6)]
    game = lay([species("carnivore", "intelligence", body=5)], prey, hands={0: ["fertile-1"]})
    assert choices(game) == ["end", f"attack a1 b1 ignoring {trait}"]
    play(game, f"attack a1 b1 ignoring {trait}", "discard fertile-1")
    assert state(game, "a1", "food") == 1
    assert hand(game, 0) == []


def test_one_card_ignores_all_copies_of_a_trait() -> None:
    prey = [species("warning-call"), species("climbing"), species("warning-call")]
    hunter = species("carnivore", "intelligence", "climbing", body=3)
    game = lay([hunter], prey, [], hands={0: 1})
    assert "attack a1 b2 ignoring warning-call" in choices(game)


def test_two_traits_cost_two_cards_asked_one_by_one() -> None:
    prey = [species("climbing", "defensive-herding")]
    game = lay(
        [species("carnivore", "intelligence", body=3)],
        prey,
        hands={0: ["fertile-7", "fertile-1", "fertile-2"]},
    )
    play(game, "attack a1 b1 ignoring climbing,defensive-herding")
    assert asked(game) == (0, "discard")
    assert choices(game) == ["discard fertile-1", "discard fertile-2", "discard fertile-7"]
    assert state(game, "b1", "population") == 1
    play(game, "discard fertile-7", "discard fertile-1")
    assert game.position()["discard"][:2] == ["fertile-7", "fertile-1"]
    assert records(game, "attacked")[0]["ignoring"] == ["climbing", "defensive-herding"]


def test_without_enough_cards_the_attack_is_not_offered() -> None:
    prey = [species("climbing", "defensive-herding")]
    game = lay([species("carnivore", "intelligence", body=3)], prey, hands={0: 1})
    assert choices(game) == ["end"]


def test_only_what_is_needed_is_offered() -> None:
    """A hungry Burrower and a trait of another species are no reason to pay."""
    prey = [species("burrowing"), species("climbing", body=6)]
    game = lay([species("carnivore", "intelligence", body=3)], prey, hands={0: 3})
    assert choices(game) == ["attack a1 b1"]


def test_horns_may_be_ignored_though_they_stop_nothing() -> None:
    """A-43."""
    game = lay(
        [species("carnivore", "intelligence", body=3)],
        [species("horns", population=2)],
        hands={0: ["fertile-1"]},
    )
    assert choices(game) == ["attack a1 b1", "attack a1 b1 ignoring horns"]
    play(game, "attack a1 b1 ignoring horns", "discard fertile-1")
    assert state(game, "a1", "population", "food") == (1, 1)


def test_a_silenced_scavenger_silences_all_of_them() -> None:
    """A-53."""
    hunters = [species("carnivore", "intelligence", "scavenger", body=3, population=3)]
    game = lay(
        hunters, [species(population=2)], [species("scavenger", population=2)], hands={0: ["fertile-1"]}
    )
    play(game, "attack a1 b1 ignoring scavenger", "discard fertile-1")
    assert state(game, "a1", "food") == 1
    assert state(game, "c1", "food") == 0


def test_without_a_scavenger_in_play_it_is_not_offered() -> None:
    game = lay([species("carnivore", "intelligence", body=3)], [species()], hands={0: 3})
    assert choices(game) == ["attack a1 b1"]


def test_a_paid_attack_is_not_compulsory() -> None:
    """A-42."""
    game = lay([species("carnivore", "intelligence", body=3)], [species("climbing")], hands={0: 1})
    assert game.decision.default == "end"


def test_a_paid_attack_of_a_hungry_hunter_answers_a_compulsion() -> None:
    prey = [species("climbing"), species()]
    game = lay([species("carnivore", "intelligence", body=3)], prey, hands={0: 1})
    assert choices(game) == ["attack a1 b1 ignoring climbing", "attack a1 b2"]


def test_attacks_are_listed_by_target_then_by_price() -> None:
    game = lay(
        [species("carnivore", "intelligence", body=3, population=2)],
        [species("horns", "scavenger")],
        hands={0: 2},
    )
    assert choices(game) == [
        "attack a1 b1",
        "attack a1 b1 ignoring horns",
        "attack a1 b1 ignoring scavenger",
        "attack a1 b1 ignoring horns,scavenger",
    ]


def test_with_exactly_the_cards_owed_the_order_is_no_choice() -> None:
    game = lay(
        [species("carnivore", "intelligence", body=3)],
        [species("climbing", "defensive-herding")],
        hands={0: ["fertile-7", "ambush-4"]},
    )
    play(game, "attack a1 b1 ignoring climbing,defensive-herding")
    assert choices(game) == ["discard ambush-4"]


def test_the_same_attack_without_cards_is_refused() -> None:
    game = lay([species("carnivore", "intelligence", body=3)], [species("climbing")], hands={0: 1})
    before = game.position()
    with pytest.raises(IllegalChoice, match="attack a1 b1"):
        game.choose("attack a1 b1")
    assert game.position() == before


def test_traits_that_hinder_no_attack_cannot_be_ignored() -> None:
    """A-43: of "a Trait" only what stops or dearens the attack, not what the prey does besides."""
    prey = species("cooperation", "fat-tissue", body=2, population=2)
    game = lay([species("carnivore", "intelligence", body=3)], [prey], hands={0: 3})
    assert choices(game) == ["attack a1 b1"]
