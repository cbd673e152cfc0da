"""R-TRAIT-HORNS: the attacker loses one population before it eats."""

from tests.engine.tables import bags, board, choices, hand, lay, play, records, row, species, state


def test_the_hunter_loses_one_and_eats() -> None:
    game = lay([species("carnivore", body=3, population=3)], [species("horns", body=2, population=2)])
    play(game, "attack a1 b1")
    assert state(game, "a1", "population", "food") == (2, 2)
    assert state(game, "b1", "population") == 1


def test_a_hunter_with_one_population_dies_on_horns() -> None:
    """X-08."""
    game = lay([species("carnivore", body=3)], [species("horns", body=2, population=2)])
    play(game, "attack a1 b1")
    assert board(game, "a1") is None
    assert state(game, "b1", "population") == 1
    assert len(hand(game, 0)) == 1


def test_the_suicidal_attack_is_compulsory() -> None:
    """X-07."""
    game = lay([species("carnivore", body=3)], [species("horns")])
    assert choices(game) == ["attack a1 b1"]


def test_excess_food_of_the_wounded_hunter_goes_to_the_bag() -> None:
    """A-50."""
    game = lay(
        [species("carnivore", "fat-tissue", body=3, population=2, food=2)], [species("horns", population=2)]
    )
    play(game, "attack a1 b1")
    assert bags(game) == [1, 0]
    assert state(game, "a1", "population", "food", "fat") == (1, 1, 1)


def test_the_dead_hunter_is_buried_before_the_prey() -> None:
    game = lay([species("carnivore", body=3)], [species("horns")])
    play(game, "attack a1 b1")
    assert [record["species"] for record in records(game, "extinct")] == ["a1", "b1"]
    assert game.position()["discard"] == ["carnivore-1", "horns-1"]


def test_a_pack_weakened_by_horns_eats_what_it_can() -> None:
    """R-ATT-05, X-09."""
    game = lay(
        [species("carnivore", "pack-hunting", body=2, population=2)], [species("horns", body=3, population=2)]
    )
    play(game, "attack a1 b1")
    assert state(game, "a1", "population", "food") == (1, 1)


def test_population_lost_to_horns_feeds_no_scavenger_twice() -> None:
    game = lay(
        [species("carnivore", body=3, population=3)],
        [species("horns", population=2)],
        [species("scavenger", population=3)],
    )
    play(game, "attack a1 b1")
    assert state(game, "c1", "food") == 1


def test_the_dead_hunters_own_scavenger_gets_nothing() -> None:
    game = lay([species("carnivore", "scavenger", body=3), species(body=4)], [species("horns", population=2)])
    play(game, "attack a1 b1")
    assert row(game, 0) == ["a2"]
    assert not records(game, "took")
