"""R-TRAIT-NOCTURNAL: a free feeding before the turn while no Carnivore can come."""

from typing import Any

from engine import Game
from tests.engine.tables import asked, choices, lay, play, records, species, state


def feeding(*rows: Any, **more: Any) -> Game:
    return lay(*rows, ruleset="climate", climate={"zone": "cool"}, **more)


def test_it_feeds_once_for_free_and_then_as_usual() -> None:
    game = feeding([species("nocturnal", population=3)], [species()], hole=5)
    assert choices(game) == ["feed a1", "nocturnal feed a1"]
    play(game, "nocturnal feed a1")
    assert choices(game) == ["feed a1"]
    play(game, "feed a1")
    assert state(game, "a1", "food") == 2
    assert choices(game) == ["end"]


def test_it_comes_before_everything_else_in_the_turn() -> None:
    game = feeding([species("nocturnal", population=3), species()], [species()], hole=5)
    play(game, "feed a2")
    assert choices(game) == ["end"]


def test_a_carnivore_that_could_eat_it_forbids_it() -> None:
    game = feeding([species("nocturnal")], [species("carnivore", body=2)], hole=5)
    assert choices(game) == ["feed a1"]


def test_a_full_carnivore_forbids_nothing() -> None:
    game = feeding([species("nocturnal")], [species("carnivore", body=2, food=1)], hole=5)
    assert choices(game) == ["feed a1", "nocturnal feed a1"]


def test_the_own_carnivore_counts() -> None:
    """A-47, X-16."""
    game = feeding([species("nocturnal"), species("carnivore", body=2)], [species(body=2)], hole=5)
    assert "nocturnal feed a1" not in choices(game)


def test_intelligence_reaches_as_far_as_the_hand_of_its_owner() -> None:
    """A-48."""
    hunter = species("carnivore", "intelligence", body=3)
    prey = [species("nocturnal", "climbing", "defensive-herding", population=2)]
    open_night = feeding(prey, [hunter], hole=5, hands={1: 1})
    assert "nocturnal feed a1" in choices(open_night)
    closed = feeding(prey, [hunter], hole=5, hands={1: 2})
    assert "nocturnal feed a1" not in choices(closed)


def test_mud_wallowings_card_counts_for_the_reach() -> None:
    prey = [species("nocturnal", "mud-wallowing", population=2)]
    hunter = species("carnivore", body=3)
    assert "nocturnal feed a1" in choices(feeding(prey, [hunter], hole=5))
    assert "nocturnal feed a1" not in choices(feeding(prey, [hunter], hole=5, hands={1: 1}))


def test_horns_are_no_protection() -> None:
    game = feeding([species("nocturnal", "horns")], [species("carnivore", body=2)], hole=5)
    assert choices(game) == ["feed a1"]


def test_a_nocturnal_carnivore_attacks_for_free() -> None:
    game = feeding([species("nocturnal", "carnivore", body=2, population=3)], [species(population=3)])
    play(game, "nocturnal attack a1 b1")
    assert records(game, "attacked")[0]["nocturnal"] is True
    assert choices(game) == ["attack a1 b1"]


def test_a_free_feeding_does_not_answer_the_compulsion() -> None:
    """A-108: it is evaluated afresh."""
    game = feeding([species("nocturnal", population=3)], [species()], hole=5)
    play(game, "nocturnal feed a1")
    assert choices(game) == ["feed a1"]


def test_a_night_without_hunger_left_frees_from_the_feeding() -> None:
    """A-95."""
    game = feeding([species("nocturnal")], [species()], hole=5)
    play(game, "nocturnal feed a1")
    assert choices(game) == ["end"]


def test_each_nocturnal_species_has_its_night_and_the_owner_the_order() -> None:
    """A-49."""
    game = feeding(
        [species("nocturnal", population=2), species("nocturnal", population=2)], [species()], hole=9
    )
    play(game, "nocturnal feed a2", "nocturnal feed a1")
    assert choices(game) == ["feed a1", "feed a2"]


def test_a_turn_with_a_night_alone_is_no_pass() -> None:
    game = feeding([species("nocturnal")], [species(population=2)], hole=1)
    play(game, "nocturnal feed a1", "end")
    assert game.position()["passes"] == 0
    assert asked(game) == (1, "feed")


def test_after_intelligence_the_night_is_over() -> None:
    row = [species("nocturnal", population=2), species("intelligence", population=4)]
    game = feeding(row, [species()], hole=9, hands={0: 1})
    play(game, choices(game)[-1])
    assert not [choice for choice in choices(game) if choice.startswith("nocturnal")]


def test_the_middle_of_the_night_loads_again() -> None:
    game = feeding([species("nocturnal", population=3)], [species()], hole=5)
    play(game, "nocturnal feed a1")
    again = Game.from_position(game.position(), ask_forced=True)
    assert choices(again) == ["feed a1"]


def test_in_base_it_comes_by_substitution_with_its_choices() -> None:
    """R-SET-04."""
    game = lay(
        [species("nocturnal", population=2)],
        [species()],
        hole=5,
        options={"substitutions": {"horns": "nocturnal"}},
    )
    assert choices(game) == ["feed a1", "nocturnal feed a1"]
