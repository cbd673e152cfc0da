"""R-TRAIT-AMBUSH in the base deck: Warning Calls do not help against it."""

from tests.engine.tables import choices, lay, species


def test_ambush_ignores_warning_calls_on_both_sides() -> None:
    hunter = species("carnivore", "ambush", body=3)
    prey = [species("warning-call"), species(), species("warning-call")]
    game = lay([hunter], prey)
    assert choices(game) == ["attack a1 b1", "attack a1 b2", "attack a1 b3"]


def test_ambush_overcomes_nothing_but_warning_calls() -> None:
    game = lay([species("carnivore", "ambush", body=3)], [species("climbing")])
    assert choices(game) == ["end"]


def test_ambush_does_not_let_a_plant_eater_attack() -> None:
    game = lay([species("ambush", body=3)], [species()], hole=1)
    assert choices(game) == ["feed a1"]


def test_ambush_knows_no_migratory_clause_outside_climate() -> None:
    added = {"substitutions": {"fertile": "migratory"}}
    game = lay([species("carnivore", "ambush", body=3)], [species("migratory", "climbing")], options=added)
    assert choices(game) == ["end"]
