"""Each message is handled once, whatever the database does; bad ones become incidents."""

from collections.abc import Callable
from typing import Any

import pytest
from celery.exceptions import Reject
from celery.worker import state as worker_state
from django.db import InterfaceError, OperationalError

from ladder import deliveries
from ladder.deliveries import Message, Together, deliver, deliver_together
from ladder.models import Delivery, Incident
from tests.ladder import stage
from workers import wire
from workers.contract import Pulse

pytestmark = pytest.mark.usefixtures("committing")

PULSE = wire.encode(Pulse(worker=stage.WORKER, games=()))


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses take no time, and the connection of the test stays open."""
    monkeypatch.setattr(deliveries, "_sleep", lambda seconds: None)
    monkeypatch.setattr(deliveries.connections, "close_all", lambda: None)


def message(*args: Any, redelivered: bool = False, **extra: Any) -> Message:
    return Message(id="m1", task="wh1.progress", args=args, extra=extra, redelivered=redelivered)


def failing(error: Exception, times: int) -> tuple[Callable[[Pulse], None], list[Pulse]]:
    """A verb that raises `error` so many times and then works; and what it was called with."""
    calls: list[Pulse] = []

    def verb(pulse: Pulse) -> None:
        calls.append(pulse)
        if len(calls) <= times:
            raise error

    return verb, calls


def test_a_message_reaches_its_verb_decoded() -> None:
    verb, calls = failing(ValueError(), 0)
    deliver(message(PULSE), Pulse, verb)
    assert calls == [Pulse(worker=stage.WORKER, games=())]


@pytest.mark.parametrize(
    "args", [(), (PULSE, 1), (None,), ("text",), ({},), ({**PULSE, "more": 1},), ({**PULSE, "games": 3},)]
)
def test_a_message_that_cannot_be_read_becomes_an_incident_and_is_done_with(args: tuple[Any, ...]) -> None:
    verb, calls = failing(ValueError(), 0)
    deliver(message(*args), Pulse, verb)
    assert calls == []
    incident = Incident.objects.get()
    assert incident.kind == "unreadable"
    assert "wh1.progress" in incident.text


def test_arguments_by_name_are_not_read() -> None:
    verb, calls = failing(ValueError(), 0)
    deliver(message(PULSE, limit=3), Pulse, verb)
    assert calls == []
    assert Incident.objects.get().kind == "unreadable"


def test_an_incident_keeps_no_more_of_a_message_than_its_start() -> None:
    deliver(message("x\x00" * 100_000), Pulse, lambda pulse: None)
    assert len(Incident.objects.get().payload) == 4000


@pytest.mark.parametrize("error", [OperationalError("locked"), InterfaceError("connection closed")])
def test_while_the_database_is_away_the_verb_is_tried_again(error: Exception) -> None:
    verb, calls = failing(error, 30)
    deliver(message(PULSE, redelivered=True), Pulse, verb)
    assert len(calls) == 31
    assert not Incident.objects.exists()


def test_another_error_puts_the_message_back_into_the_queue() -> None:
    verb, _ = failing(ZeroDivisionError("oh"), 1)
    with pytest.raises(Reject) as info:
        deliver(message(PULSE), Pulse, verb)
    assert info.value.requeue


def test_a_message_that_came_five_times_without_being_handled_becomes_an_incident() -> None:
    verb, calls = failing(ZeroDivisionError("oh"), 99)
    for came in range(1, 5):
        with pytest.raises(Reject):
            deliver(message(PULSE, redelivered=came > 1), Pulse, verb)
    assert not Incident.objects.exists()
    deliver(message(PULSE, redelivered=True), Pulse, verb)
    assert Incident.objects.get().kind == "poison"
    assert len(calls) == 4
    assert not Delivery.objects.exists()


def test_copies_of_a_handled_message_are_no_poison() -> None:
    verb, calls = failing(ZeroDivisionError(), 0)
    for _ in range(12):
        deliver(message(PULSE, redelivered=True), Pulse, verb)
    assert len(calls) == 12
    assert not Incident.objects.exists()


def test_a_worker_that_is_told_to_stop_does_not_wait_for_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(worker_state, "should_stop", 0)
    with pytest.raises(Reject) as info:
        deliveries._sleep(60)
    assert info.value.requeue


def test_messages_that_are_handled_together_reach_the_verb_at_once() -> None:
    together: list[list[Pulse]] = []
    deliver_together([message(PULSE)] * 3, Pulse, failing(ValueError(), 0)[0], together.append)
    assert [len(batch) for batch in together] == [3]


def test_one_that_cannot_be_read_is_an_incident_and_the_others_are_handled() -> None:
    together: list[list[Pulse]] = []
    verb, _ = failing(ValueError(), 0)
    deliver_together([message(PULSE), message({}), message(PULSE)], Pulse, verb, together.append)
    assert [len(batch) for batch in together] == [2]
    assert Incident.objects.get().kind == "unreadable"


def test_when_they_cannot_be_handled_together_the_first_is_handled_alone() -> None:
    def verb_all(batch: list[Pulse]) -> None:
        raise ValueError("one of them")

    verb, calls = failing(ValueError(), 0)
    with pytest.raises(Together):
        deliver_together([message(PULSE)] * 3, Pulse, verb, verb_all)
    assert len(calls) == 1


def test_a_message_that_came_before_is_handled_alone() -> None:
    together: list[list[Pulse]] = []
    verb, calls = failing(ValueError(), 0)
    with pytest.raises(Together):
        deliver_together([message(PULSE, redelivered=True), message(PULSE)], Pulse, verb, together.append)
    assert (len(calls), together) == (1, [])
