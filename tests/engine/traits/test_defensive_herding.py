"""R-TRAIT-DEFENSIVE-HERDING: only a larger herd dares to attack."""

import pytest

from tests.engine.tables import choices, lay, play, species, state


@pytest.mark.parametrize(("population", "legal"), [(2, False), (3, False), (4, True)])
def test_the_attacker_needs_strictly_more_population(population: int, legal: bool) -> None:
    hunter = species("carnivore", body=3, population=population)
    game = lay([hunter], [species("defensive-herding", population=3)])
    assert ("attack a1 b1" in choices(game)) is legal


def test_pack_hunting_adds_size_not_population() -> None:
    hunter = species("carnivore", "pack-hunting", body=3, population=3)
    game = lay([hunter], [species("defensive-herding", population=3)])
    assert choices(game) == ["end"]


def test_the_population_before_horns_counts() -> None:
    hunter = species("carnivore", body=3, population=3)
    game = lay([hunter], [species("defensive-herding", "horns", population=2)])
    play(game, "attack a1 b1")
    assert state(game, "b1", "population") == 1
