"""R-TRAIT-HARD-SHELL: larger by four when attacked, and only then."""

import pytest

from tests.engine.tables import choices, lay, play, species, state


@pytest.mark.parametrize(("size", "legal"), [(5, False), (6, True)])
def test_it_adds_four_to_the_defence(size: int, legal: bool) -> None:
    game = lay([species("carnivore", body=size)], [species("hard-shell", body=1)])
    assert ("attack a1 b1" in choices(game)) is legal


def test_it_adds_nothing_to_the_meat() -> None:
    game = lay([species("carnivore", body=6, population=6)], [species("hard-shell")])
    play(game, "attack a1 b1")
    assert state(game, "a1", "food") == 1


def test_it_adds_nothing_to_own_attacks() -> None:
    game = lay([species("carnivore", "hard-shell", body=2)], [species(body=2)])
    assert choices(game) == ["end"]


def test_it_does_not_make_a_larger_neighbour_for_symbiosis() -> None:
    """A-55."""
    game = lay([species("carnivore", body=6)], [species("symbiosis", body=2), species("hard-shell", body=2)])
    assert choices(game) == ["attack a1 b1"]
