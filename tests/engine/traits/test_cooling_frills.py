"""R-TRAIT-COOLING-FRILLS: larger by two when attacked."""

import pytest

from tests.engine.tables import choices, lay, play, species, state


@pytest.mark.parametrize(("size", "legal"), [(3, False), (4, True)])
def test_it_adds_two_to_the_defence(size: int, legal: bool) -> None:
    game = lay(
        [species("carnivore", body=size)],
        [species("cooling-frills", body=1)],
        ruleset="climate",
        climate={"zone": "cool"},
    )
    assert ("attack a1 b1" in choices(game)) is legal


def test_it_adds_to_hard_shell_and_nothing_to_the_meat() -> None:
    hunters = [species("carnivore", "pack-hunting", body=5, population=3)]
    prey = [species("cooling-frills", "hard-shell", body=1, population=2)]
    game = lay(hunters, prey, ruleset="climate", climate={"zone": "cool"})
    play(game, "attack a1 b1")
    assert state(game, "a1", "food") == 1


def test_intelligence_ignores_the_smallest_set_that_suffices() -> None:
    """protocol 2: every ignored trait must be needed."""
    prey = [species("cooling-frills", "hard-shell", body=1)]
    rows = lambda body: ([species("carnivore", "intelligence", body=body)], prey)  # noqa: E731
    more = {"ruleset": "climate", "climate": {"zone": "cool"}, "hands": {0: 3}}
    assert choices(lay(*rows(2), **more)) == ["end", "attack a1 b1 ignoring cooling-frills,hard-shell"]
    assert choices(lay(*rows(4), **more)) == ["end", "attack a1 b1 ignoring hard-shell"]
    assert choices(lay(*rows(6), **more)) == [
        "end",
        "attack a1 b1 ignoring cooling-frills",
        "attack a1 b1 ignoring hard-shell",
    ]
