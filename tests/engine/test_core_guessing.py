"""Games made from views: what a searching bot starts from (protocol 4)."""

import json
import random
from typing import Any

import pytest

from engine import RULESETS, BadPosition, Game
from tests.engine.tables import lay, play, species


def at(ruleset: str, players: int, seed: int, stop: int, **options: Any) -> Game:
    """A random game after so many choices, or as far as it went."""
    game = Game.new(ruleset, players=players, seed=seed, options=options)
    dice = random.Random(seed)
    for _ in range(stop):
        if game.decision is None:
            break
        game.choose(dice.randrange(game.decision.count))
    return game


GAMES = [(ruleset, players, stop) for ruleset in RULESETS for players in (2, 4, 6) for stop in (0, 7, 40, 90)]


@pytest.mark.parametrize(("ruleset", "players", "stop"), GAMES)
def test_a_guessed_game_looks_the_same_and_asks_the_same(ruleset: str, players: int, stop: int) -> None:
    game = at(ruleset, players, 5, stop)
    seat = game.decision.seat
    view = json.loads(json.dumps(game.view(seat)))
    guessed = Game.from_view(view, seat, seed=1)
    assert guessed.view(seat) == view
    assert guessed.decision.choices == game.decision.choices
    dice = random.Random(3)
    while guessed.decision:
        guessed.choose(dice.randrange(guessed.decision.count))
    assert guessed.result is not None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_guess_uses_every_card_once(ruleset: str) -> None:
    game = at(ruleset, 3, 2, 30)
    position = Game.from_view(game.view(0), 0, seed=4).position()
    cards = [card for pile in ("deck", "reserve", "removed", "discard") for card in position[pile]]
    cards += [card for card in position["food_cards"] if card]
    for seat in position["seats"]:
        cards += seat["hand"]
        cards += [card for one in seat["species"] for card in (*one["traits"], *one["face_down"])]
    total = [card for card in cards if not card.startswith("flight-")]
    assert len(total) == len(set(total)) == (129 if ruleset in ("base", "forum") else 177)


def test_what_is_hidden_is_dealt_anew_and_only_that() -> None:
    game = at("base", 4, 7, 20)
    first, second = game.determinize(0, seed=1), game.determinize(0, seed=2)
    assert first.position()["deck"] != second.position()["deck"]
    assert first.position()["seats"][0] == second.position()["seats"][0] == game.position()["seats"][0]
    assert first.position() == game.determinize(0, seed=1).position()


def test_the_original_is_left_alone() -> None:
    game = at("base", 4, 7, 20)
    before = game.position()
    game.determinize(1, seed=1).choose(0)
    assert game.position() == before


def test_the_guess_depends_on_nothing_that_the_seat_cannot_know() -> None:
    one = lay(
        [species()], [species()], phase="play", hands={0: ["horns-1"], 1: ["fertile-1"]}, deck=["ambush-1"]
    )
    other = lay(
        [species()], [species()], phase="play", hands={0: ["horns-1"], 1: ["ambush-1"]}, deck=["fertile-1"]
    )
    assert one.determinize(0, seed=3).position() == other.determinize(0, seed=3).position()


def test_a_hidden_trait_is_guessed_without_doubling_a_name() -> None:
    row = [species("horns", "fertile", face_down=["ambush"])]
    game = lay(row, [species()], [species()], phase="play")
    for seed in range(20):
        (one,) = game.determinize(1, seed).position()["seats"][0]["species"]
        assert one["face_down"][0].rpartition("-")[0] not in ("horns", "fertile")


def test_in_quick_play_the_own_plays_stay() -> None:
    game = lay(
        [species()],
        [species()],
        phase="play",
        options={"quick_play": True},
        hands={0: ["horns-1", "fertile-1"], 1: ["ambush-1"]},
    )
    play(game, "body horns-1 a1")
    guessed = game.determinize(0, seed=1)
    assert guessed.position()["seats"][0] == game.position()["seats"][0]
    assert guessed.decision.choices == game.decision.choices


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"deck": 400}, "deck: the view hides 400 cards, and only"),
        ({"ruleset": "chess"}, "ruleset: must be one of"),
        ({"players": 9}, "players must be a number"),
        ({"seats": 3}, "seats: must be a list"),
        ({"seats": [1, 2, 3]}, r"seats\[0\]: must be an object"),
        ({"deck": -1}, "deck: must be at least 0"),
        ({"discard": ["unicorn-1"]}, "there is no card 'unicorn-1'"),
    ],
)
def test_a_view_that_cannot_be_is_refused(change: dict[str, Any], fault: str) -> None:
    view = at("base", 3, 1, 10).view(0) | change
    with pytest.raises(BadPosition, match=fault):
        Game.from_view(view, 0, seed=1)


@pytest.mark.parametrize("nonsense", [None, 3, [], {}, "view"])
def test_what_is_no_view_is_refused(nonsense: Any) -> None:
    with pytest.raises(BadPosition):
        Game.from_view(nonsense, 0, seed=1)


def test_a_view_of_another_seat_does_not_load_as_the_own() -> None:
    game = at("base", 3, 1, 4)
    with pytest.raises(BadPosition, match="hand: must be a list"):
        Game.from_view(game.view(0), 1, seed=1)


def test_a_card_returned_in_an_open_quick_play_is_not_dealt_again() -> None:
    game = at("climate", 6, 0, 0)
    dice = random.Random(0)
    returned = 0
    while game.decision:
        choice = dice.choice(game.decision.choices)
        game.choose(choice)
        if game.decision and choice.startswith("return "):
            returned += 1
            seat = game.decision.seat
            guessed = game.determinize(seat, seed=1)
            assert guessed.view(seat) == game.view(seat)
            assert guessed.decision.choices == game.decision.choices
    assert returned >= 10


def test_a_guess_for_a_seat_that_waits_stops_where_the_view_stands() -> None:
    game = lay(
        [species()],
        [species(avian=True, population=2)],
        ruleset="flight",
        phase="events",
        turn=1,
        hands={0: ["horns-1"], 1: ["dive-bomb-1", "horns-2", "horns-3"]},
        ask_forced=False,
    )
    for seed in range(30):
        position = game.determinize(0, seed).position()
        assert (position["phase"], position["turn"]) == ("events", 1)


def stands_alike(game: Game, seat: int, seed: int) -> Game:
    """A guess of the game for the seat, which must look alike to it and stand at the same decision."""
    guessed = game.determinize(seat, seed)
    assert guessed.view(seat) == game.view(seat)
    assert (guessed.decision.seat, guessed.decision.kind) == (game.decision.seat, game.decision.kind)
    return guessed


def quick_flight(first: int = 0) -> Game:
    """Quick play of four, each with two species and six cards."""
    row = [species("fertile", population=2), species("horns")]
    return lay(
        *[row] * 4,
        ruleset="flight",
        phase="play",
        first=first,
        turn=first,
        options={"quick_play": True},
        hands={0: 6, 1: 6, 2: 6, 3: 6},
    )


def test_in_quick_play_what_the_seats_before_have_played_is_drawn_anew() -> None:
    game = quick_flight()
    play(game, "end", "end")
    boards = [stands_alike(game, 2, seed).position()["seats"] for seed in range(8)]
    assert len({json.dumps(seats[0]) for seats in boards}) > 4
    assert len({json.dumps(seats[1]) for seats in boards}) > 4
    assert all(len(seats[3]["hand"]) == 6 for seats in boards)  # who has not been asked has not played


def test_in_quick_play_a_seat_that_has_ended_keeps_its_plays_and_the_next_is_asked() -> None:
    game = quick_flight()
    play(game, "species " + game.view(0)["seats"][0]["hand"][0] + " left", "end")
    guessed = Game.from_view(game.view(0), 0, seed=1, ask_forced=True)
    assert guessed.view(0) == game.view(0)
    assert guessed.decision.seat == 1
    assert guessed.position()["seats"][0] == game.position()["seats"][0]


@pytest.mark.parametrize("kind", ["play", "discard"])
def test_in_quick_play_the_seat_asked_stands_at_the_same_kind_of_decision(kind: str) -> None:
    game = quick_flight()
    play(game, "end")
    if kind == "discard":
        play(game, next(choice for choice in game.decision.choices if choice.startswith("avian ")))
    assert game.decision.kind == kind
    for seat in range(4):
        for seed in range(6):
            stands_alike(game, seat, seed)


def test_in_quick_play_a_seat_that_returns_cards_does_so_in_every_guess() -> None:
    rows = [[species()]] * 3
    hands = {0: 3, 1: 2, 2: 3}
    options, climate = {"quick_play": True}, {"zone": "temperate"}
    game = lay(*rows, ruleset="climate", phase="play", options=options, hands=hands, climate=climate)
    play(game, "end", "end", "end")  # the second one is seat 0's, of its returning
    assert (game.decision.seat, game.decision.kind) == (1, "return")
    for seat in range(3):
        for seed in range(6):
            stands_alike(game, seat, seed)


def test_after_a_guessed_quick_play_all_is_revealed_and_the_game_goes_on() -> None:
    guessed = quick_flight().determinize(3, seed=4)
    while guessed.decision and guessed.decision.kind in ("play", "discard"):
        guessed.choose(0)
    assert [h["h"] for h in guessed.happenings(3)].count("pile") == 1
    assert guessed.decision


def test_a_seat_that_gave_no_food_card_is_guessed_to_hold_events_only() -> None:
    hands = {0: ["dive-bomb-1", "seed-dispersal-1"], 1: ["horns-1", "fertile-1"], 2: ["ambush-1", "horns-2"]}
    game = lay([species()], [species()], [species()], ruleset="flight", phase="food", hands=hands)
    assert game.decision.seat == 1
    for seed in range(20):
        hand = stands_alike(game, 2, seed).position()["seats"][0]["hand"]
        assert all(card.startswith(("dive-bomb", "seed-dispersal")) for card in hand)


def test_a_seat_that_is_asked_for_a_food_card_is_guessed_to_have_a_choice() -> None:
    hands = {0: ["horns-1", "fertile-1", "seed-dispersal-1", "seed-dispersal-2"], 1: ["ambush-1", "horns-2"]}
    rows = [[species()], [species()]]
    deck = [f"seed-dispersal-{copy}" for copy in range(3, 8)] + [f"dive-bomb-{copy}" for copy in range(1, 8)]
    game = lay(*rows, ruleset="flight", phase="food", hands=hands, deck=deck, ask_forced=False)
    for seed in range(20):
        assert stands_alike(game, 1, seed).decision.count >= 2


def test_a_seat_that_is_asked_for_an_event_is_guessed_to_hold_one_that_it_can_play() -> None:
    """Without an avian species a Dive Bomb is no choice (A-67): it must be the other one."""
    hands = {0: ["seed-dispersal-7"], 1: ["horns-1"]}
    game = lay([species()], [species()], ruleset="flight", phase="events", hands=hands, ask_forced=False)
    for seed in range(20):
        (card,) = stands_alike(game, 1, seed).position()["seats"][0]["hand"]
        assert card.startswith("seed-dispersal")


def test_a_seat_that_pays_in_a_dive_bomb_needs_no_other_event() -> None:
    game = lay(
        [species("carnivore", avian=True, population=3, body=2)],
        [species("climbing"), species("fertile", "long-neck")],
        ruleset="flight",
        phase="events",
        hands={0: ["dive-bomb-1", "horns-1", "horns-2"], 1: ["fertile-2"]},
    )
    play(game, "dive-bomb dive-bomb-1 a1 attack b1 ignoring climbing")
    assert game.decision.kind == "discard"
    for seed in range(5):
        stands_alike(game, 1, seed)


def half_played() -> dict[str, Any]:
    """Seat 2's view while seat 1 has ended its turn in quick play."""
    return play(quick_flight(first=1), "end").view(2)


@pytest.mark.parametrize("missing", ["phase", "first", "discard", "deck", "seats"])
def test_a_view_with_something_left_out_is_refused_by_name(missing: str) -> None:
    view = half_played()
    del view[missing]
    with pytest.raises(BadPosition, match=missing):
        Game.from_view(view, 2, seed=1)


def test_in_quick_play_a_view_needs_no_turn() -> None:
    view = half_played()
    del view["turn"]
    assert Game.from_view(view, 2, seed=1).decision.seat == 2
