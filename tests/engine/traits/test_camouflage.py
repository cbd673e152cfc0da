"""R-TRAIT-CAMOUFLAGE: seen only by Carnivores with Good Eyesight."""

from tests.engine.tables import choices, lay, species


def test_only_good_eyesight_sees_it() -> None:
    hunters = [species("carnivore", body=3), species("carnivore", "good-eyesight", body=3)]
    game = lay(hunters, [species("camouflage")], ruleset="flight")
    assert choices(game) == ["attack a2 b1"]


def test_in_climate_added_camouflage_is_a_defensive_trait() -> None:
    """R-SET-04: Intelligence and Ambush treat it like the others."""
    swap = {"ambush": "camouflage", "warning-call": "good-eyesight"}
    game = lay(
        [species("carnivore", "intelligence", body=3)],
        [species("camouflage")],
        ruleset="climate",
        climate={"zone": "cool"},
        options={"substitutions": swap},
        hands={0: 1},
    )
    assert choices(game) == ["end", "attack a1 b1 ignoring camouflage"]
