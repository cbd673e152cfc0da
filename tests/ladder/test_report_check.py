"""What cannot be true of a match is refused, with the place."""

import base64
import gzip
from dataclasses import replace
from typing import Any

import pytest

from ladder import report_check
from ladder.models import Match
from ladder.report_check import ReportInvalid
from tests.ladder import stage
from workers.contract import GameResult


@pytest.fixture
def match() -> Match:
    """A match of three, in no database."""
    return Match(pk=1, players=3, ruleset="base", seed=42)


def refused(match: Match, result: GameResult) -> str:
    with pytest.raises(ReportInvalid) as info:
        report_check.check(match, result)
    return str(info.value)


def test_a_true_result_gives_back_its_packed_replay(match: Match) -> None:
    packed = report_check.check(match, stage.result(match))
    assert gzip.decompress(packed).startswith(b"{")


@pytest.mark.parametrize(
    ("places", "faulty", "final"),
    [
        ((1, 2, 3), set(), (1, 2, 3)),
        ((1, 2, 3), {0}, (3, 1, 2)),
        ((1, 2, 3), {0, 1}, (2, 2, 1)),
        ((1, 2, 3), {0, 1, 2}, (1, 1, 1)),
        ((1, 1, 3), {2}, (1, 1, 3)),
        ((2, 2, 1, 4), {2}, (1, 1, 4, 3)),
    ],
)
def test_faulty_seats_share_the_last_place(
    places: tuple[int, ...], faulty: set[int], final: tuple[int, ...]
) -> None:
    assert report_check.final_places(places, faulty) == final


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"scores": (1, 2)}, "scores"),
        ({"seats": ()}, "seats"),
        ({"places": (1, 2)}, "places"),
        ({"places": (1, 1, 2)}, "places"),
        ({"places": (0, 1, 2)}, "places"),
        ({"places": (2, 3, 4)}, "places"),
        ({"final_places": (3, 2, 1)}, "final_places"),
        ({"faults": (stage.fault(3),)}, "seat 3"),
        ({"faults": (stage.fault(-1),)}, "seat -1"),
        ({"faults": (stage.fault(1), stage.fault(1))}, "each once"),
        ({"faults": (stage.fault(1, "tired"),)}, "tired"),
        ({"faults": (stage.fault(1, received="x" * 201),)}, "200"),
        ({"faults": (stage.fault(1, legal=("end",) * 51),)}, "50"),
        ({"faults": (stage.fault(1, cpu_ms=-1),)}, "faults.cpu_ms"),
        ({"faults": (stage.fault(1, n=2**31),)}, "faults.n"),
        ({"decisions": -1}, "decisions"),
        ({"decisions": 2**31}, "decisions"),
        ({"rounds": 10**4000}, "rounds"),
        ({"scores": (1, 2, 2**40)}, "scores"),
        ({"replay": "not base64!"}, "base64"),
        ({"replay": base64.b64encode(b"not gzip").decode()}, "gzip"),
        ({"replay": base64.b64encode(gzip.compress(b"{}")[:-4]).decode()}, "cut"),
        ({"replay": base64.b64encode(gzip.compress(b"{}") + b"more").decode()}, "cut"),
        ({"replay": base64.b64encode(gzip.compress(b"not json")).decode()}, "JSON"),
        ({"replay": base64.b64encode(gzip.compress(b"[" * 100_000)).decode()}, "JSON"),
        ({"replay": base64.b64encode(gzip.compress(b"[]")).decode()}, "object"),
        ({"replay": "A" * (9 * 1024 * 1024)}, "characters"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nonsense_is_refused_by_name(match: Match, changes: dict[str, Any], named: str) -> None:
    assert named in refused(match, replace(stage.result(match), **changes))


@pytest.mark.parametrize(
    "wrong", [{"seed": 41}, {"ruleset": "flight"}, {"final_places": [1]}, {"format": "x"}]
)
def test_the_replay_of_another_game_is_refused(match: Match, wrong: dict[str, Any]) -> None:
    other = stage.replay(match, (1, 2, 3), **wrong)
    assert f"replay.{next(iter(wrong))}" in refused(match, replace(stage.result(match), replay=other))


def test_a_replay_that_unpacks_without_end_is_refused(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_check, "REPLAY_LIMIT", 1000)
    bomb = base64.b64encode(gzip.compress(b" " * 100_000)).decode()
    assert "1000 bytes" in refused(match, replace(stage.result(match), replay=bomb))


@pytest.mark.parametrize(
    "use", [{"cpu_ms": -1}, {"wall_ms": 2**31}, {"memory_mb": float("nan")}, {"log": "x" * (2**20 + 1)}]
)
def test_impossible_figures_of_a_seat_are_refused(match: Match, use: dict[str, Any]) -> None:
    result = stage.result(match)
    seats = (*result.seats[:2], replace(result.seats[2], **use))
    assert f"seats[2].{next(iter(use))}" in refused(match, replace(result, seats=seats))
