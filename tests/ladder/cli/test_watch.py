"""Matches are told as they end."""

import threading
import time
from typing import Any

import pytest

from ladder import results
from ladder.models import User
from tests.ladder import stage
from workers.cli import app

PATIENCE_S = 60


def test_a_match_that_ends_is_told(ada: User, signed_in: Any, capfd: pytest.CaptureFixture[str]) -> None:
    cup = stage.competition()
    earlier, later = (stage.match(cup, stage.field(cup, 2)) for _ in range(2))
    results.record(stage.report(stage.started(earlier)))
    signed_in()
    codes: list[int] = []
    watching = threading.Thread(target=lambda: codes.append(app.run(["watch", "--count", "1"])))
    watching.start()
    _wait_for("waiting for matches to end", capfd)
    results.record(stage.report(stage.started(later), places=(2, 1)))
    watching.join(PATIENCE_S)
    assert codes == [0]
    told = [line for line in capfd.readouterr().out.splitlines() if line.startswith("match ")]
    (winner,) = (seat.version.bot.name for seat in later.seats.filter(seat=1))
    assert told == [line for line in told if line.startswith(f"match {later.pk}: 1. {winner} ")]
    assert len(told) == 1


def _wait_for(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    deadline, seen = time.monotonic() + PATIENCE_S, ""
    while text not in seen:
        assert time.monotonic() < deadline, seen
        seen += capfd.readouterr().err
        time.sleep(0.02)
