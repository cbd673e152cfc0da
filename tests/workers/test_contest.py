"""Local contests: who sits where, and how places become a difference of strength."""

import math
from collections import Counter
from pathlib import Path

import pytest

from workers.contest import Contest, Contestant, ContestError, unpacked
from workers.contract import GameResult, SeatUse
from workers.tally import Tally, elo

BOTS = [Contestant(name, f"{name}.py", "python", "bot.py", Path("/")) for name in "abc"]


def result(*places: int) -> GameResult:
    use = SeatUse(10, 20, 5, 7.5, "")
    scores = tuple(30 - place for place in places)
    return GameResult(scores, places, places, (), (use,) * len(places), 9, 1, "")


def test_in_a_block_each_bot_sits_once_on_each_seat_with_one_deck() -> None:
    games = list(Contest("base", {}, 3, 6, 7).schedule(BOTS))
    for block in (games[:3], games[3:]):
        assert {game.order.seed for game in block} == {7 + block[0].block}
        for seat in range(3):
            assert sorted(game.seated[seat] for game in block) == [0, 1, 2]


def test_a_bots_own_seed_moves_with_it_through_its_block() -> None:
    games = list(Contest("base", {}, 3, 3, 7).schedule(BOTS))
    seeds = {(seat.bot, seat.bot_seed) for game in games for seat in game.order.seats}
    assert len(seeds) == 3


def test_more_bots_than_seats_take_turns() -> None:
    games = Contest("base", {}, 2, 12, 7).schedule(BOTS)
    met = Counter(frozenset(game.seated) for game in games)
    assert met == {frozenset(pair): 4 for pair in ((0, 1), (1, 2), (0, 2))}


def test_fewer_bots_than_seats_sit_several_times() -> None:
    (game,) = Contest("base", {}, 4, 1, 7).schedule(BOTS[:2])
    assert game.seated == (0, 1, 0, 1)


def test_house_bots_are_known_by_the_start_of_their_names() -> None:
    with unpacked(["house:random", "house:look", "house:look"]) as bots:
        assert [bot.name for bot in bots] == ["random", "look (2)", "look (3)"]
        assert (bots[0].folder / "bot.py").is_file()
    assert not bots[0].folder.exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("house:nobody", "wanted one of house:defender"),
        ("house:", "wanted one of house:defender"),
        ("/nowhere/bot.py", "/nowhere/bot.py cannot be read: No such file"),
    ],
)
def test_a_bot_that_is_not_there_is_named(name: str, says: str) -> None:
    with pytest.raises(ContestError, match=says), unpacked([name]):
        pass


def test_an_even_score_is_no_difference() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert (elo(1), elo(0)) == (math.inf, -math.inf)


def test_places_and_opponents_are_counted() -> None:
    tally = Tally(["a", "b", "c"], 3)
    tally.count(0, 0, (0, 1, 2), result(1, 2, 3))
    tally.count(1, 0, (1, 2, 0), result(1, 1, 3))
    row_a, row_b, _ = tally.rows
    assert (row_a.places, row_a.mean_place) == ([1, 0, 1], 2.0)
    assert row_b.strength() is not None
    assert [row.name for row in tally.ranked()] == ["b", "a", "c"]


def test_blocks_are_the_sample_of_the_interval() -> None:
    tally = Tally(["a", "b"], 2)
    for block in range(10):
        for turn in range(2):
            won = block < 7
            places = (1, 2) if won is (turn == 0) else (2, 1)
            tally.count(2 * block + turn, block, (turn, 1 - turn), result(*places))
    strength = tally.rows[0].strength()
    assert strength is not None
    assert strength.elo == pytest.approx(elo(0.7))
    error = 1.96 * math.sqrt(0.7 * 0.3 * 10 / 9) / math.sqrt(10)
    assert strength.low == pytest.approx(elo(0.7 - error))
    assert strength.high == pytest.approx(elo(0.7 + error))


def test_copies_of_one_bot_are_no_opponents_of_each_other() -> None:
    tally = Tally(["a", "b"], 4)
    tally.count(0, 0, (0, 1, 0, 1), result(1, 2, 3, 4))
    first = tally.rows[0].strength()
    assert first is not None
    assert first.elo == pytest.approx(elo(0.75))


def test_alone_it_has_no_strength() -> None:
    tally = Tally(["a"], 2)
    tally.count(0, 0, (0, 0), result(1, 2))
    assert tally.rows[0].strength() is None
