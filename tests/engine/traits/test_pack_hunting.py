"""R-TRAIT-PACK-HUNTING: the population adds to the size in attack."""

import pytest

from tests.engine.tables import choices, lay, species


@pytest.mark.parametrize(("population", "legal"), [(2, False), (3, True)])
def test_body_and_population_together_must_be_larger(population: int, legal: bool) -> None:
    hunter = species("carnivore", "pack-hunting", body=2, population=population)
    game = lay([hunter], [species(body=4)])
    assert ("attack a1 b1" in choices(game)) is legal


def test_it_adds_nothing_to_the_defence() -> None:
    prey = species("carnivore", "pack-hunting", body=2, population=6, food=6)
    game = lay([species("carnivore", body=3)], [prey])
    assert choices(game) == ["attack a1 b1"]
