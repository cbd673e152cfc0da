"""Games: asking, choosing, forking, views and replays (protocol 4)."""

import json
import random
from typing import Any

import pytest

from engine import BadPosition, BadReplay, Game, IllegalChoice
from tests.engine.tables import lay, play, species


def random_game(seed: int, players: int, stop: int = 10_000) -> Game:
    """A game of random choices, stopped after so many of them."""
    game = Game.new("base", players=players, seed=seed)
    dice = random.Random(seed)
    while game.decision and stop:
        game.choose(dice.randrange(game.decision.count))
        stop -= 1
    return game


def test_a_choice_may_be_given_as_text_or_as_index() -> None:
    first, second = Game.new("base", players=3, seed=4), Game.new("base", players=3, seed=4)
    first.choose(2)
    second.choose(second.decision.choices[2])
    assert first.position() == second.position()


@pytest.mark.parametrize(
    "wrong", ["", "feed", "feed a1 ", "FEED A1", 1, -1, 10**30, True, None, 0.0, ["feed a1"]]
)
def test_a_choice_that_is_not_listed_is_refused_and_changes_nothing(wrong: object) -> None:
    game = lay([species()], [species()], hole=1)
    before = (game.position(), game.happenings(), game.decision.choices)
    with pytest.raises(IllegalChoice):
        game.choose(wrong)  # type: ignore[arg-type]
    assert (game.position(), game.happenings(), game.decision.choices) == before


def test_a_game_that_is_over_has_nothing_to_choose() -> None:
    game = random_game(1, 2)
    assert game.decision is None
    assert game.over
    with pytest.raises(IllegalChoice, match="the game is over"):
        game.choose(0)


def test_a_running_game_has_no_result() -> None:
    game = Game.new("base", players=2)
    assert not game.over
    assert game.result is None


def test_the_default_is_the_first_choice_and_the_count_is_their_number() -> None:
    game = random_game(3, 4, stop=40)
    assert game.decision.default == game.decision.choices[0]
    assert game.decision.count == len(game.decision.choices)


def test_the_choices_of_an_answered_question_stay_if_they_were_read() -> None:
    game = random_game(3, 4, stop=40)
    read = game.decision
    texts = read.choices
    game.choose(0)
    assert read.choices == texts


@pytest.mark.parametrize("stop", [5, 30, 77, 150])
def test_a_fork_goes_on_alike_and_apart(stop: int) -> None:
    game = random_game(8, 4, stop)
    twin = game.fork()
    before = game.position()
    dice = random.Random(99)
    answers = []
    while twin.decision:
        assert twin.decision.count
        answers.append(dice.randrange(twin.decision.count))
        twin.choose(answers[-1])
    assert game.position() == before
    for answer in answers:
        game.choose(answer)
    assert game.result == twin.result
    assert game.happenings() == twin.happenings()
    assert game.replay() == twin.replay()


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_replay_runs_again_without_random_numbers(players: int) -> None:
    game = random_game(11, players)
    replay = json.loads(json.dumps(game.replay()))
    again = Game.from_setup(replay["setup"], shuffles=replay["shuffles"])
    for seat, choice in replay["choices"]:
        assert again.decision.seat == seat
        again.choose(choice)
    assert again.result == replay["result"]
    assert again.replay()["choices"] == replay["choices"]
    assert again.shuffles == replay["shuffles"]


def test_a_replay_has_the_words_of_all_choices_whether_they_were_read_or_not() -> None:
    silent, reading, mixed = (Game.new("base", players=3, seed=6) for _ in range(3))
    dice = random.Random(6)
    while silent.decision:
        index = dice.randrange(silent.decision.count)
        words = reading.decision.choices[index]
        silent.choose(index)
        reading.choose(words)
        mixed.choose(words if index % 2 else index)
    assert silent.replay() == reading.replay() == mixed.replay()


def follow(game: Game, replay: dict[str, Any]) -> None:
    for _, choice in replay["choices"]:
        game.choose(choice)


def test_a_missing_shuffle_is_noticed() -> None:
    replay = random_game(11, 4).replay()
    game = Game.from_setup(replay["setup"], shuffles=[])
    with pytest.raises(BadReplay, match="shuffle 1 is needed, and only 0 are recorded"):
        follow(game, replay)


def test_a_shuffle_of_other_cards_is_noticed() -> None:
    replay = random_game(11, 4).replay()
    game = Game.from_setup(replay["setup"], shuffles=[replay["shuffles"][0][1:]])
    with pytest.raises(BadReplay, match="shuffle 1 does not hold the cards of the discard pile"):
        follow(game, replay)


@pytest.mark.parametrize("shuffles", [3, [3], ["horns-1"], [["unicorn-1"]], [[None]]])
def test_shuffles_that_are_none_are_refused(shuffles: object) -> None:
    setup = Game.new("base", players=2).replay()["setup"]
    with pytest.raises(BadReplay):
        Game.from_setup(setup, shuffles=shuffles)  # type: ignore[arg-type]


def test_a_setup_in_the_middle_of_a_game_is_refused() -> None:
    with pytest.raises(BadPosition, match="before the first deal"):
        Game.from_setup(random_game(1, 2, stop=9).position(), shuffles=[])


def test_a_game_from_a_position_has_no_replay() -> None:
    with pytest.raises(ValueError, match="no beginning"):
        lay([species()], [species()]).replay()


@pytest.mark.parametrize("seat", [-1, 2, None, True, "0"])
def test_a_view_of_no_seat_is_refused(seat: object) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        Game.new("base", players=2).view(seat)  # type: ignore[arg-type]


def test_a_view_hides_hands_decks_food_cards_and_face_down_traits_of_others() -> None:
    game = lay(
        [species()],
        [species()],
        phase="play",
        hands={0: ["horns-1", "fertile-1"], 1: ["ambush-1"]},
        food=["climbing-1", "climbing-2"],
        deck=3,
        reserve=2,
    )
    play(game, "trait horns-1 a1")
    view = game.view(1)
    assert (view["deck"], view["reserve"], view["removed"]) == (3, 2, 0)
    assert view["seats"][0]["hand"] == 1
    assert view["seats"][1]["hand"] == ["ambush-1"]
    assert view["seats"][0]["species"][0]["face_down"] == 1
    assert view["food_cards"] == ["?", "climbing-2"]
    assert game.view(0)["seats"][0]["species"][0]["face_down"] == ["horns-1"]


def test_a_view_after_the_game_still_hides() -> None:
    view = random_game(5, 3).view(0)
    assert view["phase"] == "over"
    assert isinstance(view["deck"], int)
    assert isinstance(view["seats"][1]["hand"], int)


def test_happenings_can_be_read_from_any_number_on() -> None:
    game = random_game(2, 3, stop=50)
    for seat in (None, 0, 2):
        everything = game.happenings(seat)
        assert game.happenings(seat, since=20) == everything[20:]
        assert game.happenings(seat, since=len(everything)) == []


def test_bags_and_hand_sizes_are_public() -> None:
    """A-75."""
    game = lay([species()], [species()], hands={0: 3}, bags={0: 7}, hole=1)
    seen = game.view(1)["seats"][0]
    assert (seen["hand"], seen["bag"]) == (3, 7)
