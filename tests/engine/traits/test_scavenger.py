"""R-TRAIT-SCAVENGER: one meat from the bank after each attack that costs population."""

from tests.engine.tables import lay, play, records, species, state


def test_every_scavenger_in_play_takes_one() -> None:
    game = lay(
        [species("carnivore", "scavenger", body=2, population=4)],
        [species("scavenger", population=2)],
        [species("scavenger", population=2), species("scavenger")],
    )
    play(game, "attack a1 b1")
    foods = [state(game, name, "food") for name in ("a1", "b1", "c1", "c2")]
    assert foods == [2, 1, 1, 1]


def test_a_full_scavenger_takes_nothing() -> None:
    game = lay([species("carnivore", body=2)], [species(population=2)], [species("scavenger", food=1)])
    play(game, "attack a1 b1")
    assert state(game, "c1", "food") == 1


def test_the_dead_prey_does_not_scavenge() -> None:
    game = lay([species("carnivore", body=2)], [species("scavenger")], [species(body=2)])
    play(game, "attack a1 b1")
    assert [record["species"] for record in records(game, "took")] == ["a1"]


def test_the_order_is_clockwise_from_the_attackers_owner() -> None:
    """A-52."""
    game = lay(
        [species("scavenger")],
        [species("carnivore", body=2), species("scavenger")],
        [species(population=3), species("scavenger")],
        turn=1,
    )
    play(game, "attack b1 c1")
    assert [record["species"] for record in records(game, "took")] == ["b1", "b2", "c2", "a1"]


def test_the_attacker_eats_before_it_scavenges() -> None:
    game = lay([species("carnivore", "scavenger", body=3, population=2)], [species(body=2, population=2)])
    play(game, "attack a1 b1")
    assert [record["why"] for record in records(game, "took")] == ["attack"]


def test_starvation_feeds_no_scavenger() -> None:
    game = lay([species("scavenger", population=2, food=1)], [species(population=3)], phase="ending")
    assert not records(game, "took")
