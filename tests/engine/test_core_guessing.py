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
