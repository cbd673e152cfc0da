"""`python -m workers compare`: what is played, and what comes of it."""

import json
from pathlib import Path

import pytest

from workers.__main__ import main
from workers.compare import Plan, Score
from workers.contest import Contestant
from workers.contract import Failure, GameResult, SeatUse

BOTS = [Contestant(name, f"{name}.py", "python", "bot.py", Path("/")) for name in "abxyz"]
RANDOM = "house:random"


def result(*places: int) -> GameResult:
    scores = tuple(30 - place for place in places)
    return GameResult(scores, places, places, (), (SeatUse(1, 1, 1, 1.0, ""),) * len(places), 9, 1, "")


def test_in_a_block_both_versions_sit_once_on_each_seat_with_one_deck_and_the_same_opponents() -> None:
    games = list(Plan("base", 3, 7).block(2, BOTS))
    assert {game.order.seed for game in games} == {9}
    assert [game.seated for game in games] == [
        (0, 4, 2), (1, 4, 2), (4, 0, 2), (4, 1, 2), (4, 2, 0), (4, 2, 1),
    ]  # fmt: skip


def test_both_versions_get_the_same_seed_of_their_own_and_so_do_the_opponents() -> None:
    first, second = list(Plan("base", 3, 7).block(0, BOTS))[:2]
    assert [seat.bot_seed for seat in first.order.seats] == [seat.bot_seed for seat in second.order.seats]


def test_opponents_take_turns() -> None:
    met = {Plan("base", 2, 7).block(number, BOTS).__next__().seated[1] for number in range(3)}
    assert met == {2, 3, 4}


def test_a_block_counts_when_all_its_games_are_played() -> None:
    games = list(Plan("base", 2, 7).block(0, BOTS))
    score = Score(2)
    for game, places in zip(games, [(1, 2), (2, 1), (1, 2), (2, 1)], strict=True):
        assert score.samples == []
        score.record(game, result(*places))
    # on seat 0 the first version won and the second lost; on seat 1 the first lost and the second won
    assert score.samples == [0.0]


def test_a_block_with_a_failure_of_the_machine_is_left_out() -> None:
    games = list(Plan("base", 2, 7).block(0, BOTS))
    score = Score(2)
    score.record(games[0], Failure("sandbox", "no room"))
    for game in games[1:]:
        score.record(game, result(1, 2))
    assert (score.samples, score.failures) == ([], ["no room"])


@pytest.mark.sandbox
def test_a_bot_compared_with_itself_differs_in_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", RANDOM, RANDOM, "--against", RANDOM, "--blocks", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["blocks"], told["games"], told["difference"]) == ("open", 1, 4, 0.0)
    assert (told["faults"], told["failures"]) == ([0, 0], [])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--blocks", "0"], "--blocks: found 0, wanted at least 1"),
        (["--delta", "0"], "--delta: found 0, wanted more than 0"),
        (["--players", "9"], "no such game"),
        (["--against", "house:nobody"], "wanted one of house:"),
    ],
)
def test_bad_input_is_told_in_one_line(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", RANDOM, RANDOM, *options]) == 2
    assert says in capsys.readouterr().err
