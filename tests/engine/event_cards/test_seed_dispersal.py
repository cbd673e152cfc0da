"""R-EVENT-SEED-DISPERSAL: food on the hole for all avian species in play."""

from typing import Any

from engine import Game
from tests.engine.tables import asked, choices, hand, lay, play, species


def events(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="flight", phase="events", **more)


def test_everybodys_birds_count() -> None:
    """A-73."""
    rows = [species(avian=True), species()], [species(avian=True), species(avian=True, body=0, population=0)]
    game = events(*rows, hands={0: ["seed-dispersal-1"]}, deck=["horns-1"])
    play(game, "seed-dispersal seed-dispersal-1")
    assert game.position()["watering_hole"] == 3
    assert hand(game, 0) == ["horns-1"]


def test_it_may_be_played_without_any_bird() -> None:
    game = events([], [species()], hands={0: ["seed-dispersal-1"]})
    assert choices(game) == ["end", "seed-dispersal seed-dispersal-1"]


def test_there_is_one_circuit_in_turn_order() -> None:
    """A-66."""
    game = events([species()], [species()], [species()], first=2)
    seats = []
    while asked(game) and asked(game)[1] == "event":
        seats.append(asked(game)[0])
        play(game, "end")
    assert seats == [2, 0, 1]


def test_events_are_no_food_cards_no_growth_and_no_traits() -> None:
    """A-65."""
    game = lay([species()], [species()], ruleset="flight", phase="play", hands={0: ["seed-dispersal-1"]})
    assert choices(game) == ["end", "species seed-dispersal-1 left", "species seed-dispersal-1 right"]
    game = lay([species()], [species()], ruleset="flight", phase="food", hands={0: ["seed-dispersal-1"]})
    assert asked(game) == (0, "play")
