"""R-TRAIT-HEAVY-FUR: warm in the cold, a burden under any sun."""

import pytest

from tests.engine.tables import lay, species, state


@pytest.mark.parametrize(
    ("zone", "body", "lost"),
    [
        ("ice-age", 1, 0),
        ("tropical", 1, 1),
        ("tropical", 5, 2),
        ("hot", 6, 3),
        ("scorching", 1, 5),
        ("warm", 6, 0),
    ],
)
def test_it_saves_four_from_cold_and_loses_one_more_in_every_sun(zone: str, body: int, lost: int) -> None:
    """A-23: whatever its body."""
    game = lay(
        [species("heavy-fur", body=body, population=6)],
        [species()],
        ruleset="climate",
        phase="environment",
        climate={"zone": zone},
        hole=60,
    )
    assert state(game, "a1", "population") == 6 - lost


def test_a_heat_protection_may_cancel_the_burden() -> None:
    game = lay(
        [species("heavy-fur", "mud-wallowing", population=2)],
        [species()],
        ruleset="climate",
        phase="environment",
        climate={"zone": "tropical"},
    )
    assert state(game, "a1", "population") == 2
