"""R-ENV: icons, zones, losses and plant food of the Climate board."""

from typing import Any

import pytest

from engine import Game
from tests.engine.tables import bags, board, card_with, hand, lay, records, species, state

SUN, FLAKE, CALM = card_with(3, suns=1), card_with(3, snowflakes=1), card_with(3)


def environment(*rows: Any, zone: str = "temperate", side: str = "4-6", **more: Any) -> Game:
    """A climate game whose environment phase has just been played."""
    facts = {"zone": zone, "side": side, **more.pop("climate", {})}
    return lay(
        *(rows or ([species()], [species()])), ruleset="climate", phase="environment", climate=facts, **more
    )


def zone_of(game: Game) -> str:
    return str(game.position()["climate"]["zone"])


@pytest.mark.parametrize(
    ("before", "cards", "after"),
    [
        ("temperate", [SUN, CALM], "warm"),
        ("temperate", [FLAKE, CALM], "cool"),
        ("temperate", [SUN, FLAKE], "temperate"),
        ("temperate", [None, None], "temperate"),
        ("temperate", [SUN, card_with(4, suns=1)], "warm"),
        ("scorching", [SUN, CALM], "scorching"),
        ("ice-age", [FLAKE, CALM], "ice-age"),
    ],
)
def test_the_marker_moves_one_zone_by_the_more_icons(
    before: str, cards: list[str | None], after: str
) -> None:
    """R-ENV-01, A-26."""
    assert zone_of(environment(zone=before, food=cards)) == after


@pytest.mark.parametrize(
    ("zone", "body", "lost"),
    [
        ("ice-age", 6, 4),
        ("freezing", 4, 2),
        ("freezing", 5, 0),
        ("cold", 2, 1),
        ("cold", 3, 0),
        ("cool", 1, 0),
        ("temperate", 1, 0),
        ("warm", 6, 0),
        ("tropical", 5, 1),
        ("tropical", 4, 0),
        ("hot", 3, 2),
        ("hot", 2, 0),
        ("scorching", 1, 4),
    ],
)
def test_each_zone_costs_population_by_body(zone: str, body: int, lost: int) -> None:
    """R-ENV-03."""
    game = environment([species(body=body, population=6)], [species(population=6)], zone=zone, hole=50)
    assert state(game, "a1", "population") == 6 - lost


@pytest.mark.parametrize(
    ("zone", "side", "leaf"),
    [
        ("warm", "4-6", 4),
        ("warm", "2-3", 2),
        ("tropical", "4-6", 12),
        ("cool", "2-3", -2),
        ("ice-age", "2-3", -15),
    ],
)
def test_the_leaf_of_the_zone_counts_by_the_board_side(zone: str, side: str, leaf: int) -> None:
    """A-20."""
    rows = [species(body=4, population=6)], [species(body=4, population=6)]
    game = environment(*rows, zone=zone, side=side, hole=20, food=[CALM, None])
    assert game.position()["watering_hole"] == 20 + 3 + leaf


def test_the_leaf_of_the_new_zone_counts() -> None:
    assert environment(zone="temperate", food=[SUN, None]).position()["watering_hole"] == 3 + 4


def test_two_and_three_players_use_the_other_side_by_default() -> None:
    assert Game.new("climate", players=3).position()["climate"]["side"] == "2-3"
    assert Game.new("climate", players=4).position()["climate"]["side"] == "4-6"


def test_a_loss_below_the_food_puts_the_excess_into_the_bag() -> None:
    """R-ENV-04, A-24."""
    game = environment([species(body=5, population=3, food=3)], [species()], zone="tropical")
    assert state(game, "a1", "population", "food") == (2, 2)
    assert bags(game) == [1, 0]


def test_the_dead_give_all_food_to_the_bag_and_their_cards_are_drawn() -> None:
    """A-24, X-20."""
    game = environment([species("horns", body=5, population=2, food=2)], [species(body=6)], zone="scorching")
    assert board(game, "a1") is None
    assert bags(game) == [2, 0]


def test_losses_come_together_then_deaths_in_board_order() -> None:
    """A-25."""
    game = environment(
        [species("horns")],
        [species("fertile")],
        zone="scorching",
        first=1,
        deck=["horns-7", "horns-6", *["ambush"] * 3],
    )
    drawn = [(record["seat"], record["cards"]) for record in records(game, "drew")]
    assert drawn == [(1, ["horns-7"]), (0, ["horns-6"])]


def test_food_cards_go_to_the_pile_at_the_end() -> None:
    """A-113: a shuffle for the dead of this phase does not find them."""
    game = environment(
        [species("horns")], [species(population=6)], zone="scorching", food=[CALM, None], deck=0
    )
    assert [record["h"] for record in game.happenings() if record["h"] == "shuffled"] == ["shuffled"]
    assert CALM not in game.shuffles[0]


def test_a_negative_total_never_goes_below_nothing() -> None:
    assert environment(zone="freezing", side="4-6", hole=3).position()["watering_hole"] == 0


def test_all_species_may_die_of_the_climate() -> None:
    """X-04: in climate the new species comes with the next deal."""
    game = environment([species()], [species()], zone="ice-age")
    assert game.position()["round"] == 4
    assert [len(hand(game, seat)) for seat in (0, 1)] == [5, 5]


def test_dead_species_bring_nothing_in_the_last_round() -> None:
    """A-08: climate grants none at the end of feeding."""
    game = environment([species("horns")], [species()], zone="ice-age", final_round=3)
    assert game.result["scores"] == [0, 0]


@pytest.mark.parametrize(
    ("trait", "zone", "lost"),
    [
        ("burrowing", "hot", 1),
        ("migratory", "hot", 1),
        ("mud-wallowing", "hot", 1),
        ("nocturnal", "hot", 1),
        ("cooling-frills", "hot", 0),
        ("cooling-frills", "scorching", 1),
        ("heavy-fur", "hot", 3),
        ("hibernation", "hot", 2),
        ("defensive-herding", "hot", 2),
        ("burrowing", "freezing", 1),
        ("migratory", "freezing", 1),
        ("hibernation", "freezing", 1),
        ("defensive-herding", "freezing", 1),
        ("heavy-fur", "freezing", 0),
        ("heavy-fur", "ice-age", 0),
        ("nocturnal", "freezing", 2),
        ("mud-wallowing", "freezing", 2),
        ("cooling-frills", "freezing", 2),
    ],
)
def test_a_trait_protects_only_against_its_own_kind_of_loss(trait: str, zone: str, lost: int) -> None:
    game = environment([species(trait, body=3, population=6)], [species()], zone=zone, hole=90)
    assert state(game, "a1", "population") == 6 - lost


def test_protections_add_up() -> None:
    game = environment(
        [species("burrowing", "migratory", "cooling-frills", body=3, population=6)],
        [species()],
        [species()],
        [species()],
        zone="scorching",
    )
    assert state(game, "a1", "population") == 6


def test_bonus_sizes_do_not_count_for_the_zone() -> None:
    """A-104."""
    game = environment([species("hard-shell", body=1, population=6)], [species()], zone="tropical")
    assert state(game, "a1", "population") == 6


def test_without_events_the_board_has_no_event_decks() -> None:
    game = Game.new("climate", players=3, options={"climate_events": False})
    facts = game.position()["climate"]
    assert (facts["cold_deck"], facts["hot_deck"], facts["face_up"]) == ([], [], [])
    assert game.position()["options"] == {"quick_play": False, "climate_events": False}


def test_without_events_a_face_up_event_does_nothing() -> None:
    """R-SETUP-02: steps 2 and 5 are skipped."""
    facts = {"face_up": [{"card": "hot-wildfire-warm-1"}]}
    game = environment(
        [species(population=2)], [species()], zone="warm", climate=facts, options={"climate_events": False}
    )
    assert state(game, "a1", "population") == 2


def test_events_are_set_up_after_deck_and_first_player() -> None:
    """R-SETUP-04, I-03."""
    facts = Game.new("climate", players=4, seed=3).position()["climate"]
    assert len(facts["cold_deck"]) == len(facts["hot_deck"]) == 14
    assert [entry["card"].split("-")[0] for entry in facts["face_up"]] == ["cold", "hot"]


def test_the_reserve_depends_on_the_players() -> None:
    """A-05."""
    sizes = {n: len(Game.new("climate", players=n).position()["reserve"]) for n in range(2, 7)}
    assert sizes == {2: 88, 3: 60, 4: 30, 5: 0, 6: 0}


def test_the_first_refill_is_the_reserve_in_its_order_the_next_the_pile() -> None:
    """R-DECK-02, A-04."""
    game = lay(
        [species()],
        [species()],
        ruleset="climate",
        phase="deal",
        climate={"zone": "cool"},
        deck=3,
        reserve=["horns-1", "horns-2"],
        discard=["fertile-1", "fertile-2", "fertile-3", "fertile-4", "fertile-5", "fertile-6", "fertile-7"],
    )
    assert hand(game, 0)[3:] == ["horns-1", "horns-2"]
    assert [record["h"] for record in game.happenings() if record["h"] in ("reserve", "shuffled")] == [
        "reserve",
        "shuffled",
    ]
    assert game.position()["final_round"] == 3
