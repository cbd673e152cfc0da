"""R-TRAIT-WARNING-CALL: the neighbours on both sides cannot be attacked."""

from tests.engine.tables import choices, lay, play, species


def test_both_neighbours_are_safe_but_not_itself_nor_those_beyond() -> None:
    game = lay([species("carnivore", body=3)], [species(), species("warning-call"), species(), species()])
    assert choices(game) == ["attack a1 b2", "attack a1 b4"]


def test_it_protects_against_the_owners_own_hunter() -> None:
    """A-54."""
    row = [species("carnivore", body=3), species(), species("warning-call", body=3)]
    game = lay(row, [species(body=4)])
    assert choices(game) == ["end"]


def test_a_hunter_with_warning_call_cannot_attack_its_own_neighbour() -> None:
    """A-54: it protects against the species that carries it too."""
    row = [species("carnivore", "warning-call", body=3), species()]
    game = lay(row, [species(body=4)])
    assert choices(game) == ["end"]


def test_other_players_neighbours_are_not_protected() -> None:
    game = lay([species("carnivore", body=3)], [species("warning-call", body=4)], [species()])
    assert choices(game) == ["attack a1 c1"]


def test_after_its_death_the_neighbours_are_open_to_the_next_attack() -> None:
    """X-10."""
    hunter = species("carnivore", body=3, population=5)
    game = lay([hunter], [species(), species("warning-call"), species()])
    play(game, "attack a1 b2", "end", "end")
    assert choices(game) == ["attack a1 b1", "attack a1 b3"]
