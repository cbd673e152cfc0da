"""R-TRAIT-CLIMBING: out of reach for all but climbers."""

from tests.engine.tables import choices, lay, species


def test_only_a_climber_reaches_a_climber() -> None:
    hunters = [species("carnivore", body=3), species("carnivore", "climbing", body=3)]
    game = lay(hunters, [species("climbing")])
    assert choices(game) == ["attack a2 b1"]


def test_a_climbing_hunter_still_needs_size() -> None:
    game = lay([species("carnivore", "climbing")], [species("climbing")])
    assert choices(game) == ["end"]
