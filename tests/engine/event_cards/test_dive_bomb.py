"""R-EVENT-DIVE-BOMB: an avian species eats out of turn."""

from typing import Any

from engine import Game
from tests.engine.tables import asked, choices, hand, lay, play, records, species, state


def bird(*traits: str, **numbers: Any) -> Any:
    return species(*traits, avian=True, **numbers)


def events(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="flight", phase="events", **more)


def test_a_plant_eater_takes_two_from_any_source_that_has_food() -> None:
    game = events([bird(population=3)], [species()], hole=1, hands={0: ["dive-bomb-1"]})
    assert choices(game) == ["end", "dive-bomb dive-bomb-1 a1 hole", "dive-bomb dive-bomb-1 a1 bank"]
    play(game, "dive-bomb dive-bomb-1 a1 hole")
    assert state(game, "a1", "upkeep") == 1
    play(game)
    assert game.position()["watering_hole"] == 0


def test_afterwards_a_card_is_drawn_and_the_event_lies_on_the_pile() -> None:
    game = events([bird()], [species()], hands={0: ["dive-bomb-1"]}, deck=["horns-1", "horns-2"])
    play(game, "dive-bomb dive-bomb-1 a1 bank")
    assert hand(game, 0) == ["horns-1"]
    assert game.position()["discard"] == ["dive-bomb-1"]


def test_a_drawn_event_may_be_played_at_once() -> None:
    deck = ["seed-dispersal-1", "horns-2"]
    game = events([bird(population=3)], [species()], hands={0: ["dive-bomb-1"]}, deck=deck)
    play(game, "dive-bomb dive-bomb-1 a1 bank", "seed-dispersal seed-dispersal-1")
    assert game.position()["watering_hole"] == 1


def test_a_carnivore_attacks_with_all_that_an_attack_brings() -> None:
    game = events(
        [bird("carnivore", body=3, population=2)],
        [species("horns", population=2), species("scavenger", body=6)],
        hands={0: ["dive-bomb-1"]},
        deck=3,
    )
    assert choices(game) == ["end", "dive-bomb dive-bomb-1 a1 attack b1"]
    play(game, "dive-bomb dive-bomb-1 a1 attack b1")
    assert state(game, "a1", "population", "upkeep") == (1, 1)
    assert state(game, "b1", "population") == 1
    assert state(game, "b2", "food") == 1


def test_intelligence_does_not_help_but_flights_discard_does() -> None:
    """A-93."""
    hunter = bird("carnivore", "intelligence", body=3)
    game = events(
        [hunter],
        [species("climbing"), species("defensive-herding")],
        [],
        hands={0: ["dive-bomb-1", "horns-1"]},
    )
    assert choices(game) == ["end", "dive-bomb dive-bomb-1 a1 attack b1 ignoring climbing"]


def test_the_event_cannot_pay_for_its_own_attack() -> None:
    """R-EVT-02."""
    game = events([bird("carnivore", body=3)], [species("climbing")], hands={0: ["dive-bomb-1"]})
    assert choices(game) == ["end"]


def test_the_payment_is_asked_before_the_attack_and_the_draw_comes_last() -> None:
    game = events(
        [bird("carnivore", body=3)],
        [species("climbing", population=2)],
        hands={0: ["dive-bomb-1", "horns-1"]},
        deck=["ambush-1"],
    )
    play(game, "dive-bomb dive-bomb-1 a1 attack b1 ignoring climbing")
    assert asked(game) == (0, "discard")
    again = Game.from_position(game.position(), ask_forced=True)
    for one in (game, again):
        play(one, "discard horns-1")
        assert state(one, "b1", "population") == 1
        assert hand(one, 0) == ["ambush-1"]
    assert [r["h"] for r in game.happenings() if r["h"] in ("discarded", "attacked", "drew")] == [
        "discarded",
        "discarded",
        "attacked",
        "drew",
    ]


def test_without_a_bird_that_can_use_it_it_is_not_playable() -> None:
    """A-67."""
    rows = [species(), bird(food=1, upkeep=1), bird("carnivore"), bird(body=0, population=0)]
    game = events(rows, [species(body=3)], hole=5, hands={0: ["dive-bomb-1"]})
    assert choices(game) == ["end"]


def test_the_last_card_drawn_by_it_makes_the_next_round_the_last() -> None:
    """X-25."""
    game = events([bird(population=3)], [species()], hands={0: ["dive-bomb-1"]}, deck=0, discard=3)
    play(game, "dive-bomb dive-bomb-1 a1 bank")
    assert game.position()["final_round"] == 4
    assert records(game, "event-played") == [
        {"h": "event-played", "seat": 0, "card": "dive-bomb-1", "species": "a1"}
    ]
