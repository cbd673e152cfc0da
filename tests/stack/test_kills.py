"""Whatever dies, each match counts exactly once: workers, broker and ladder are killed on the real thing."""

import base64
import json
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from tests.stack import play
from tests.stack.stack import PREFIX, Stack
from workers.contract import REPORT

pytestmark = [pytest.mark.service, pytest.mark.sandbox, pytest.mark.timeout(300)]
LADDER_QUEUE = f"{PREFIX}.ladder"


def _kill_a_worker_in_mid_match(stack: Stack) -> None:
    play.bots_at_play(stack)
    states = stack.wait("an attempt dies with its worker", lambda: _attempts_after_a_kill(stack), 150)
    assert states.count("reported") == 1
    play.assert_books_are_right(stack)


def _attempts_after_a_kill(stack: Stack) -> list[str] | None:
    """The states of a match's attempts, one of which died; None when its report was out before the kill."""
    match, attempt, worker = stack.wait("a match is in mid-game", lambda: play.running_attempt(stack), 90)
    stack.kill(worker)
    stack.wait("the match is finished", lambda: _state(stack, match) == "finished", 60)
    stack.start(worker)
    rows = stack.rows(f"select number, state from ladder_attempt where match_id = {match} order by number")
    return [state for _, state in rows] if (attempt, "expired") in rows else None


def _deliver_a_report_three_times(stack: Stack) -> None:
    play.bots_at_play(stack)
    stack.wait("a match is in mid-game", lambda: play.running_attempt(stack), 90)
    stack.kill("ladder")
    message = stack.wait("a report waits", lambda: _waiting_report(stack), 60)
    queue = stack.queue()
    for _ in range(2):
        queue.lpush(LADDER_QUEUE, json.dumps(_copied(message)))
    match = _match_of(message)
    stack.start("ladder")
    stack.wait("the match is finished", lambda: _state(stack, match) == "finished", 60)
    stack.wait("all copies are read", lambda: not _waiting_report(stack, match), 60)
    assert stack.number(f"select count(*) from ladder_result where match_id = {match}") == 1
    stack.wait("it is rated", lambda: _events(stack, match) > 0, 30)
    assert _events(stack, match) == 2
    play.assert_books_are_right(stack)


def _kill_the_broker(stack: Stack) -> None:
    play.bots_at_play(stack)
    stack.wait("a match is in mid-game", lambda: play.running_attempt(stack), 90)
    open_before = _open_matches(stack)
    stack.broker.kill()
    stack.broker.start_again()
    stack.wait("all that was open is finished", lambda: not open_before & _open_matches(stack), 150)
    play.assert_books_are_right(stack)


def _kill_the_ladder_in_mid_record(stack: Stack, lock: Any) -> None:
    play.bots_at_play(stack)
    stack.wait("a match is in mid-game", lambda: play.running_attempt(stack), 90)
    with lock(stack) as matches:
        match = stack.wait("a report is being recorded", lambda: _report_in_hand(stack, matches), 150)
        stack.kill("ladder")
    assert stack.number(f"select count(*) from ladder_result where match_id = {match}") == 0
    stack.start("ladder")
    stack.wait("the match is finished", lambda: _state(stack, match) == "finished", 90)
    play.assert_books_are_right(stack)


@contextmanager
def _postgres_locked(stack: Stack) -> Iterator[set[int]]:
    """Nobody can finish the matches that run now: who records their report waits in the middle of it."""
    running = "select id from ladder_match where state = 'running' and kind = 'ladder' for update"
    with psycopg.connect(stack.database_url) as connection:
        rows = stack.wait("running matches are locked", lambda: connection.execute(running).fetchall(), 60)
        yield {row[0] for row in rows}


@contextmanager
def _sqlite_locked(stack: Stack) -> Iterator[set[int]]:
    """Nobody can write meanwhile."""
    connection = sqlite3.connect(stack.database_url.removeprefix("sqlite:///"), timeout=20)
    connection.execute("begin immediate")
    yield _open_matches(stack)
    connection.close()


def _state(stack: Stack, match: int) -> str:
    return str(stack.rows(f"select state from ladder_match where id = {match}")[0][0])


def _events(stack: Stack, match: int) -> int:
    return stack.number(f"select count(*) from ladder_ratingevent where match_id = {match}")


def _open_matches(stack: Stack) -> set[int]:
    query = "select id from ladder_match where state in ('planned', 'queued', 'running')"
    return {row[0] for row in stack.rows(query)}


def _waiting_report(stack: Stack, match: int | None = None) -> dict[str, Any] | None:
    """A report in the ladder's queue (of that match), as the broker holds it."""
    messages = [json.loads(raw) for raw in stack.queue().lrange(LADDER_QUEUE, 0, -1)]
    reports = [message for message in messages if message["headers"]["task"] == REPORT]
    return next((m for m in reports if match is None or _match_of(m) == match), None)


def _report_in_hand(stack: Stack, matches: set[int]) -> int | None:
    """That of the matches whose report the ladder worker has taken and not yet acknowledged."""
    held = [json.loads(raw)[0] for raw in stack.queue().hvals(f"{LADDER_QUEUE}.unacked")]
    reported = {_match_of(message) for message in held if message["headers"]["task"] == REPORT}
    return next(iter(reported & matches), None)


def _copied(message: dict[str, Any]) -> dict[str, Any]:
    """The same report as another delivery."""
    return message | {"properties": message["properties"] | {"delivery_tag": str(uuid.uuid4())}}


def _match_of(message: dict[str, Any]) -> int:
    """The match that a report is about; the body is base64 of Celery's (args, kwargs, embed)."""
    (report,), _, _ = json.loads(base64.b64decode(message["body"]))
    return int(report["match"])


@pytest.mark.xdist_group("light")
def test_a_match_whose_worker_dies_is_counted_once_on_sqlite(light: Stack) -> None:
    _kill_a_worker_in_mid_match(light)


@pytest.mark.slow
@pytest.mark.xdist_group("heavy")
def test_a_match_whose_worker_dies_is_counted_once_on_postgres(heavy: Stack) -> None:
    _kill_a_worker_in_mid_match(heavy)


@pytest.mark.slow
@pytest.mark.xdist_group("light")
def test_a_report_that_comes_three_times_counts_once_on_sqlite(light: Stack) -> None:
    _deliver_a_report_three_times(light)


@pytest.mark.slow
@pytest.mark.xdist_group("heavy")
def test_a_report_that_comes_three_times_counts_once_on_postgres(heavy: Stack) -> None:
    _deliver_a_report_three_times(heavy)


@pytest.mark.xdist_group("heavy")
def test_nothing_is_lost_when_redis_dies(heavy: Stack) -> None:
    _kill_the_broker(heavy)


@pytest.mark.slow
@pytest.mark.xdist_group("light")
def test_nothing_is_lost_when_valkey_dies(light: Stack) -> None:
    _kill_the_broker(light)


@pytest.mark.xdist_group("heavy")
def test_a_report_survives_the_ladder_that_was_recording_it(heavy: Stack) -> None:
    _kill_the_ladder_in_mid_record(heavy, _postgres_locked)


@pytest.mark.slow
@pytest.mark.xdist_group("light")
def test_a_report_survives_the_ladder_that_waited_for_sqlite(light: Stack) -> None:
    _kill_the_ladder_in_mid_record(light, _sqlite_locked)
