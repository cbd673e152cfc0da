"""What tests of the ladder share: a broker that only remembers, and a database that bears several threads."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection

from ladder import orders


@dataclass
class Outbox:
    """What was published, in order; while `away` nothing is taken. `lengths`: messages by queue.

    `first` are those that overtake the others.
    """

    messages: list[tuple[str, str, Any]] = field(default_factory=list)
    first: list[Any] = field(default_factory=list)
    lengths: dict[str, int] = field(default_factory=dict)
    away: bool = False

    def publish(self, task: str, queue: str, message: Any = None, priority: int = orders.FIRST) -> None:
        """Remember a message."""
        if self.away:
            raise orders.BrokerAway(f"no broker for {task}")
        self.messages.append((task, queue, message))
        if priority == orders.FIRST:
            self.first.append(message)

    def waiting(self, queue: str) -> int:
        """The length that the test has set, else 0."""
        if self.away:
            raise orders.BrokerAway(f"no broker to ask for {queue}")
        return self.lengths.get(queue, 0)

    def of(self, task: str) -> list[Any]:
        """The messages of one task."""
        return [message for name, _, message in self.messages if name == task]


@pytest.fixture
def outbox(monkeypatch: pytest.MonkeyPatch) -> Outbox:
    """Stands in for the broker at its one seam."""
    box = Outbox()
    monkeypatch.setattr(orders, "publish", box.publish)
    monkeypatch.setattr(orders, "waiting", box.waiting)
    return box


@pytest.fixture
def committing(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is rolled back after the test, in which what is to happen on commit happens.

    The outermost block of the code under test counts as its transaction. Much faster than
    `django_db(transaction=True)`, which empties all tables after each test.
    """
    outside = len(connection.savepoint_ids)
    release, on_commit = connection.savepoint_commit, connection.on_commit

    def commit(sid: str) -> None:
        release(sid)
        if len(connection.savepoint_ids) == outside:
            _run_what_waits()

    def when_committed(func: Callable[[], object], robust: bool = False) -> None:
        on_commit(func, robust)
        if len(connection.savepoint_ids) == outside:
            _run_what_waits()

    monkeypatch.setattr(connection, "savepoint_commit", commit)
    monkeypatch.setattr(connection, "on_commit", when_committed)


def _run_what_waits() -> None:
    waiting, connection.run_on_commit = connection.run_on_commit, []
    for _, func, _ in waiting:
        func()
