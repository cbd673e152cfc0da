"""Messages as JSON and back."""

import json
from typing import Any

import pytest

from tests.workers.ladder_side import game, match_order
from workers import errands, wire
from workers.contract import Failure, GameResult, Limits, MatchOrder, MatchReport, SeatUse, WorkerInfo


def test_an_order_survives_the_way_through_json() -> None:
    order = match_order(game("honest", "by_index"))
    assert wire.decode(MatchOrder, json.loads(json.dumps(wire.encode(order)))) == order


def test_a_report_survives_the_way_through_json() -> None:
    result = GameResult((1, 2), (2, 1), (2, 1), (), (SeatUse(1, 2, 3, None, "log"),) * 2, 9, 3, "abc")
    report = MatchReport("1", 1, "t", WorkerInfo("w", "h", "0", "full"), result=result)
    assert wire.decode(MatchReport, json.loads(json.dumps(wire.encode(report)))) == report


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"games": 7}, "order.games: found 7, wanted a list"),
        ({"sent": "now"}, "order.sent: found 'now', wanted float"),
        ({"sent": True}, "order.sent: found True, wanted float"),
        ({"limits": None}, "order.limits: found None, wanted an object"),
        ({"limits": {"bank_ms": 1.5}}, "order.limits.bank_ms: found 1.5, wanted int"),
        ({"extra": 1}, "order: unknown key 'extra'"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change: dict[str, Any], says: str) -> None:
    raw = wire.encode(match_order(game("honest", "honest"))) | change
    with pytest.raises(wire.WireError) as refused:
        wire.decode(MatchOrder, raw, "order")
    assert says in str(refused.value)


def test_a_missing_key_is_named() -> None:
    raw = wire.encode(match_order(game("honest", "honest")))
    del raw["engine"]
    with pytest.raises(wire.WireError, match="order: key 'engine' is missing"):
        wire.decode(MatchOrder, raw, "order")


def test_errands_and_answers_survive_the_way_over_a_pipe() -> None:
    order = game("honest", "honest")
    for message in (
        errands.PlayErrand(order, Limits(), ("/a", "/b")),
        errands.CheckErrand("python", "bot.py", "/a", Limits()),
        errands.TestErrand(),
        errands.Ready("full"),
        errands.Progress(7),
        errands.Played(failure=Failure("engine", "x")),
        errands.Checked(ok=True),
    ):
        line = errands.to_line(message)
        assert line.count(b"\n") == 1
        assert errands.from_line(line) == message


@pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b'["Nothing", {}]', b'["Ready", 7]', b'[["x"], {}]'])
def test_anything_else_on_the_pipe_is_refused(line: bytes) -> None:
    with pytest.raises(wire.WireError):
        errands.from_line(line)
