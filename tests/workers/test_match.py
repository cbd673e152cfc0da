"""Whole games of the real engine with bots in the production sandbox, and whose fault is what."""

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from engine import replay as replays
from tests.workers.table import ODD_BOTS, order_for
from workers import match
from workers.contract import Failure, GameResult, Limits
from workers.sandbox import Sandbox

pytestmark = pytest.mark.sandbox


def play(sandbox: Sandbox, *bots: str, **changes: Any) -> GameResult:
    order = order_for(bots, **changes)
    result = match.play(sandbox, order, Limits(), [ODD_BOTS] * len(bots), 1.0, lambda decisions: None)
    assert isinstance(result, GameResult), result
    return result


def replay_of(result: GameResult) -> dict[str, Any]:
    replay: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(result.replay)))
    return replay


def test_a_game_of_honest_bots_gives_a_replay_that_verifies(sandbox: Sandbox) -> None:
    result = play(sandbox, "honest", "by_index", "honest", "by_index")
    replays.verify(replay_of(result))
    assert (result.faults, result.places) == ((), result.final_places)
    assert result.decisions == len(replay_of(result)["choices"])
    assert result.rounds >= 1


def test_the_same_order_played_again_makes_the_same_choices(sandbox: Sandbox) -> None:
    first, second = (replay_of(play(sandbox, "honest", "by_index")) for _ in range(2))
    assert first["choices"] == second["choices"]


def test_the_replay_names_bots_and_holds_clock_notes_and_places(sandbox: Sandbox) -> None:
    result = play(sandbox, "honest", "by_index")
    replay = replay_of(result)
    assert replay["players"] == ["honest", "by_index"]
    assert len(replay["clock"]) == result.decisions
    assert replay["notes"][0][1] == "the first"
    assert replay["final_places"] == list(result.final_places)


def test_a_faulty_bot_is_last_whatever_it_scored(sandbox: Sandbox) -> None:
    result = play(sandbox, "honest", "crashes", "honest")
    replay = replay_of(result)
    replays.verify(replay)
    assert result.final_places[1] == 3
    assert [fault["seat"] for fault in replay["faults"]] == [1]


def test_the_public_replay_keeps_the_owners_secrets(sandbox: Sandbox) -> None:
    result = play(sandbox, "honest", "crashes")
    assert result.faults[0].stderr_tail
    assert set(replay_of(result)["faults"][0]) == {"seat", "kind", "n", "decision"}


def test_faulty_bots_share_the_last_place(sandbox: Sandbox) -> None:
    result = play(sandbox, "crashes", "honest", "crashes_at_import", "honest")
    assert result.final_places[0] == result.final_places[2] == 3


def test_when_all_fault_it_is_a_tie(sandbox: Sandbox) -> None:
    assert play(sandbox, "crashes", "crashes_at_import").final_places == (1, 1)


def test_the_number_of_a_decision_tells_nobody_how_often_others_chose(sandbox: Sandbox) -> None:
    result = play(sandbox, "tells_n", "by_index", options={"quick_play": True})
    told = result.seats[0].log.split()
    assert told == [str(number) for number in range(len(told))]
    assert len(told) > 10


def test_a_machine_that_cannot_start_a_bot_fails_and_no_bot_does(sandbox: Sandbox, tmp_path: Path) -> None:
    order = order_for(["honest", "honest"])
    folders = [ODD_BOTS, tmp_path / "gone"]
    failure = match.play(sandbox, order, Limits(), folders, 1.0, lambda decisions: None)
    assert isinstance(failure, Failure)
    assert failure.kind == "sandbox"
    assert "gone" in failure.reason


def test_an_exception_of_the_engine_is_the_machines_failure(sandbox: Sandbox) -> None:
    order = order_for(["honest", "honest"], options={"no_such_option": True})
    failure = match.play(sandbox, order, Limits(), [ODD_BOTS] * 2, 1.0, lambda decisions: None)
    assert isinstance(failure, Failure)
    assert failure.kind == "engine"
    assert "no_such_option" in failure.reason


def test_a_game_past_its_hard_limit_is_the_machines_failure(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limits, "game_hard_limit_s", lambda self, seats: 0.2)
    order = order_for(["sleeps", "honest"])
    failure = match.play(sandbox, order, Limits(), [ODD_BOTS] * 2, 1.0, lambda decisions: None)
    assert isinstance(failure, Failure)
    assert failure.kind == "hard-limit"
