"""R-CEV: the events of the Climate board."""

from typing import Any

from engine import Game
from tests.engine.rules.test_environment import CALM, FLAKE, SUN, environment, zone_of
from tests.engine.tables import bags, board, card_with, records, species, state


def under(card: str, zone: str, *rows: Any, climate: dict[str, Any] | None = None, **more: Any) -> Game:
    """The environment of a game whose marker stands over this event."""
    return environment(*rows, zone=zone, climate={"face_up": [{"card": card}], **(climate or {})}, **more)


def climate(game: Game) -> dict[str, Any]:
    return dict(game.position()["climate"])


def test_a_cold_snap_brings_the_loss_and_the_leaf_of_the_zone_on_its_card() -> None:
    """A-22."""
    rows = [species(body=2, population=3)], [species(body=3, population=3)]
    game = under("cold-cold-snap-cool-1", "cool", *rows, hole=20)
    assert state(game, "a1", "population") == 2
    assert state(game, "b1", "population") == 3
    assert game.position()["watering_hole"] == 20 - 8
    assert zone_of(game) == "cool"


def test_a_cold_snap_has_no_sun_for_heavy_fur() -> None:
    """A-23."""
    game = under(
        "cold-cold-snap-cool-1", "cool", [species("heavy-fur", population=3)], [species(body=3)], hole=20
    )
    assert state(game, "a1", "population") == 3


def test_a_heat_wave_brings_the_zone_on_its_card_with_its_suns() -> None:
    """A-23: Heavy Fur suffers under a Heat Wave though its body is out of range."""
    rows = [species("heavy-fur", population=3)], [species(body=5, population=3)]
    game = under("hot-heat-wave-warm-1", "warm", *rows)
    assert state(game, "a1", "population") == 2
    assert state(game, "b1", "population") == 2
    assert game.position()["watering_hole"] == 12


def test_heavy_fur_does_not_suffer_in_the_warm_zone() -> None:
    game = environment([species("heavy-fur", population=3)], [species()], zone="warm")
    assert state(game, "a1", "population") == 3


def test_desertification_shrinks_every_body_down_to_one() -> None:
    rows = [species(body=3, population=2)], [species(body=1, population=2)]
    game = under("hot-desertification-tropical-1", "tropical", *rows, food=[CALM, None])
    assert state(game, "a1", "body") == 2
    assert state(game, "b1", "body") == 1


def test_desertification_lets_no_food_grow_but_removes_it() -> None:
    game = under("hot-desertification-tropical-1", "tropical", hole=2, food=[CALM, None])
    assert game.position()["watering_hole"] == 2
    negative = [card_with(-3), card_with(-3, snowflakes=0)]
    game = under("hot-desertification-hot-1", "hot", side="2-3", hole=9, food=[negative[0], "ambush-2"])
    assert game.position()["watering_hole"] == 9 - 3 - 2 + 3


def test_fat_above_the_smaller_body_goes_to_the_bag() -> None:
    """A-27."""
    rows = [species("fat-tissue", body=3, population=2, fat=3)], [species(population=2)]
    game = under("hot-desertification-tropical-1", "tropical", *rows)
    assert state(game, "a1", "body", "fat") == (2, 2)
    assert bags(game) == [1, 0]


def test_the_zone_looks_at_bodies_after_desertification() -> None:
    """R-ENV-03: body 5 has become 4 and is out of range."""
    game = under("hot-desertification-tropical-1", "tropical", [species(body=5, population=2)], [species()])
    assert state(game, "a1", "population") == 2


def test_glacial_thaw_waits_and_warms_the_next_round_once() -> None:
    game = under("cold-glacial-thaw-cold-1", "cold", hole=20)
    assert climate(game)["waiting"] == ["cold-glacial-thaw-cold-1"]
    assert climate(game)["glacial_thaw"] == 1
    facts = {"waiting": ["cold-glacial-thaw-cold-1"]}
    game = environment(zone="cold", food=[FLAKE, CALM], climate=facts, hole=20)
    assert zone_of(game) == "cool"
    assert climate(game)["waiting"] == []
    assert climate(game)["cold_deck"] == ["cold-glacial-thaw-cold-1"]


def test_glacial_thaw_counts_three_suns() -> None:
    """X-29: with three Snowflakes it stands level."""
    facts = {"waiting": ["cold-glacial-thaw-cold-1"]}
    flakes = [card_with(1, snowflakes=1), card_with(2, snowflakes=1), card_with(5, snowflakes=1)]
    rows = [species(body=3)], [species(body=3)], [species(body=3)]
    game = environment(*rows, zone="cool", food=flakes, climate=facts, hole=20)
    assert zone_of(game) == "cool"


def test_two_waiting_thaws_add_six_suns() -> None:
    """A-31."""
    facts = {"waiting": ["cold-glacial-thaw-cold-1", "cold-glacial-thaw-cold-2"]}
    flakes = [card_with(1, snowflakes=1), card_with(2, snowflakes=1), card_with(5, snowflakes=1)]
    rows = [species(body=3)], [species(body=3)], [species(body=3)]
    game = environment(*rows, zone="cool", food=flakes, climate=facts, hole=20)
    assert zone_of(game) == "temperate"


def test_a_thaw_that_comes_when_another_counts_waits_for_its_own_next_round() -> None:
    """A-31: the one is used up, the other adds its Suns a round later."""
    flakes = [card_with(1, snowflakes=1), card_with(2, snowflakes=1), card_with(5, snowflakes=1)]
    rows = [species(body=3)], [species(body=3)], [species(body=3)]
    facts = {"waiting": ["cold-glacial-thaw-cold-1"]}
    game = under("cold-glacial-thaw-cold-2", "cold", *rows, food=flakes, climate=facts, hole=20)
    assert zone_of(game) == "cold"
    assert climate(game)["waiting"] == ["cold-glacial-thaw-cold-2"]
    assert climate(game)["glacial_thaw"] == 1


def test_after_a_meteorite_no_food_grows_any_more() -> None:
    game = under("hot-meteorite-warm-1", "warm", food=[CALM, None], hole=1)
    assert game.position()["watering_hole"] == 1
    assert climate(game)["out"] == ["hot-meteorite-warm-1"]
    assert climate(game)["meteorite"] is True
    game = environment(zone="warm", food=[CALM, None], hole=1, climate={"meteorite": True})
    assert game.position()["watering_hole"] == 1


def test_a_meteorite_does_not_stop_removal_or_losses() -> None:
    rows = [species(body=2, population=2)], [species(body=3)]
    game = environment(*rows, zone="cold", hole=9, climate={"meteorite": True})
    assert game.position()["watering_hole"] == 1
    assert state(game, "a1", "population") == 1


def test_with_a_meteorite_out_a_wildfire_sets_nothing_aside() -> None:
    """A-29."""
    game = under("hot-wildfire-warm-1", "warm", food=[CALM, None], climate={"meteorite": True})
    assert climate(game)["wildfire"] == 0


def test_a_volcano_moves_the_marker_at_the_end_of_feeding() -> None:
    game = under("hot-volcanic-eruption-hot-1", "hot", [species(population=2)], [species()], side="2-3")
    assert zone_of(game) == "hot"
    assert climate(game)["volcano"] == "cold"
    while game.position()["round"] == 3:
        game.choose(game.decision.default)
    assert zone_of(game) == "cold"
    assert climate(game)["volcano"] is None


def test_a_volcano_where_the_marker_is_already_is_told_all_the_same() -> None:
    """A-30."""
    game = environment([species(population=2)], [species()], zone="warm", climate={"volcano": "warm"})
    while game.position()["round"] == 3:
        game.choose(game.decision.default)
    assert records(game, "marker") == [{"h": "marker", "from": "warm", "to": "warm", "why": "volcano"}]


def test_a_volcanos_card_goes_under_its_deck_at_once() -> None:
    facts = {"hot_deck": ["hot-wildfire-hot-1"]}
    game = under("hot-volcanic-eruption-hot-1", "hot", [species(population=2)], [species()], climate=facts)
    assert climate(game)["hot_deck"] == ["hot-volcanic-eruption-hot-1"]
    assert [entry["card"] for entry in climate(game)["face_up"]] == ["hot-wildfire-hot-1"]


def test_wildfire_takes_one_from_everyone_above_ground() -> None:
    rows = [species("burrowing"), species("cooling-frills", population=2)], [species(population=3)]
    game = under("hot-wildfire-warm-1", "warm", *rows)
    assert [state(game, name, "population") for name in ("a1", "a2", "b1")] == [1, 1, 2]


def test_the_dead_of_a_wildfire_are_not_counted_again_by_the_zone() -> None:
    """X-19."""
    game = under("hot-wildfire-tropical-1", "tropical", [species("horns", body=5)], [species(population=3)])
    assert board(game, "a1") is None
    assert [record["why"] for record in records(game, "lost")] == ["wildfire", "wildfire"]


def test_wildfire_keeps_new_food_until_the_next_deal() -> None:
    game = under(
        "hot-wildfire-warm-1", "warm", [species(population=3)], [species(population=3)], food=[CALM, None]
    )
    assert climate(game)["wildfire"] == 3 + 4
    assert game.position()["watering_hole"] == 0
    while game.position()["round"] == 3:
        game.choose(game.decision.default)
    assert game.position()["watering_hole"] == 7
    assert climate(game)["wildfire"] == 0
    assert [(record["change"], record["to"]) for record in records(game, "set-aside")] == [(7, 7), (-7, 0)]


def test_wildfire_does_not_hold_back_a_removal() -> None:
    """A-28."""
    cards = [card_with(-3), "ambush-2"]
    game = under("hot-wildfire-warm-1", "warm", side="2-3", hole=9, food=cards)
    assert game.position()["watering_hole"] == 9 - 3 - 2 + 2
    assert climate(game)["wildfire"] == 0


def test_only_the_event_under_the_marker_happens() -> None:
    facts = {"face_up": [{"card": "hot-wildfire-hot-1"}]}
    game = environment([species(population=2)], [species()], zone="warm", climate=facts)
    assert state(game, "a1", "population") == 2


def test_the_marker_moves_before_the_event_is_looked_for() -> None:
    facts = {"face_up": [{"card": "hot-wildfire-warm-1"}]}
    game = environment(
        [species(population=2)], [species()], zone="temperate", food=[SUN, None], climate=facts
    )
    assert state(game, "a1", "population") == 1


def test_the_replacement_cannot_happen_in_the_same_round() -> None:
    """R-ENV-06."""
    facts = {"hot_deck": ["hot-wildfire-warm-1"]}
    game = under("hot-heat-wave-warm-1", "warm", [species(population=2)], [species()], climate=facts)
    assert state(game, "a1", "population") == 2
    assert [entry["card"] for entry in climate(game)["face_up"]] == ["hot-wildfire-warm-1"]
    assert climate(game)["hot_deck"] == ["hot-heat-wave-warm-1"]


def test_of_two_events_in_one_zone_the_cold_one_happens() -> None:
    """A-21."""
    both = [{"card": "hot-meteorite-warm-1"}, {"card": "hot-wildfire-warm-1"}]
    game = environment([species(population=2)], [species()], zone="warm", climate={"face_up": both})
    assert len(records(game, "climate-event")) == 1
