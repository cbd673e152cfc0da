"""R-TRAIT-SYMBIOSIS: safe beside a larger right neighbour."""

from tests.engine.tables import choices, lay, species

HUNTER = species("carnivore", body=6)


def test_a_larger_right_neighbour_protects() -> None:
    game = lay([HUNTER], [species("symbiosis", body=2), species(body=3)])
    assert choices(game) == ["attack a1 b2"]


def test_an_equal_right_neighbour_does_not() -> None:
    game = lay([HUNTER], [species("symbiosis", body=3), species(body=3)])
    assert choices(game) == ["attack a1 b1", "attack a1 b2"]


def test_the_left_neighbour_does_not() -> None:
    game = lay([HUNTER], [species(body=5), species("symbiosis", body=2)])
    assert choices(game) == ["attack a1 b1", "attack a1 b2"]


def test_it_protects_from_the_neighbour_too() -> None:
    """A-54."""
    row = [species("symbiosis"), species("carnivore", body=4)]
    game = lay(row, [species(body=6)])
    assert choices(game) == ["end"]
