"""R-ATT: legality and resolution of attacks."""

import pytest

from tests.engine.tables import bags, board, choices, lay, play, records, row, species, state


@pytest.mark.parametrize(("size", "legal"), [(2, False), (3, True)])
def test_the_attacker_must_be_larger(size: int, legal: bool) -> None:
    game = lay([species("carnivore", body=size)], [species(body=2)])
    assert ("attack a1 b1" in choices(game)) is legal


def test_targets_go_clockwise_then_the_own_row() -> None:
    """D-GEN-6."""
    game = lay([species()], [species("carnivore", body=2), species()], [species(), species()], turn=1)
    assert choices(game) == ["attack b1 c1", "attack b1 c2", "attack b1 a1", "attack b1 b2"]


def test_the_prey_loses_one_population_and_its_excess_food() -> None:
    game = lay([species("carnivore", body=3)], [species(body=2, population=3, food=3)])
    play(game, "attack a1 b1")
    assert state(game, "b1", "population", "food", "body") == (2, 2, 2)
    assert bags(game) == [0, 1]


def test_food_within_the_new_population_stays() -> None:
    game = lay([species("carnivore", body=3)], [species(population=3, food=2)])
    play(game, "attack a1 b1")
    assert state(game, "b1", "food") == 2
    assert bags(game) == [0, 0]


def test_meat_is_the_preys_body_limited_by_room() -> None:
    """R-TAKE-02."""
    game = lay([species("carnivore", body=6, population=3)], [species(body=5)])
    play(game, "attack a1 b1")
    assert state(game, "a1", "food") == 3


def test_an_extinct_prey_leaves_meat_all_the_same() -> None:
    game = lay([species("carnivore", body=3, population=2)], [species(body=2)])
    play(game, "attack a1 b1")
    assert board(game, "b1") is None
    assert state(game, "a1", "food") == 2


def test_the_prey_is_gone_before_the_meat_comes() -> None:
    """A-51, MEAT_FIRST = false: its cards are drawn before the attacker eats."""
    game = lay([species("carnivore", body=3)], [species("fertile")])
    play(game, "attack a1 b1")
    order = [record["h"] for record in game.happenings() if record["h"] in ("extinct", "took")]
    assert order == ["extinct", "took"]


def test_an_attack_takes_no_traits_and_no_body() -> None:
    """R-ATT-06."""
    game = lay([species("carnivore", body=4)], [species("fertile", body=3, population=2)])
    play(game, "attack a1 b1")
    assert state(game, "b1", "body", "traits") == (3, ["fertile-1"])


def test_face_down_traits_do_not_exist_for_attacks() -> None:
    """R-DER-07: they cannot lie there in feeding, so a played Carnivore needs the reveal."""
    game = lay([species(body=3)], [species()], phase="play", hands={0: ["carnivore"]})
    play(game, "trait carnivore-1 a1", "end", "end")
    assert choices(game) == ["attack a1 b1"]


def test_the_gap_of_a_dead_species_closes() -> None:
    game = lay([species("carnivore", body=3)], [species(body=3), species(), species(body=3)])
    play(game, "attack a1 b2")
    assert row(game, 1) == ["b1", "b3"]


def test_the_attack_is_told_with_all_that_it_ignores() -> None:
    game = lay([species("carnivore", body=3)], [species()])
    play(game, "attack a1 b1")
    assert records(game, "attacked") == [
        {
            "h": "attacked",
            "attacker": "a1",
            "target": "b1",
            "ambushing": None,
            "ignoring": [],
            "nocturnal": False,
        }
    ]
