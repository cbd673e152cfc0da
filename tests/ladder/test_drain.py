"""Reports are taken from the real queue together, and none is lost or taken twice."""

import uuid
from collections.abc import Iterator

import pytest
from celery import Celery

from ladder import drain
from ladder.celery import app as ladder_app
from ladder.drain import Drain
from tests.services import Service
from workers.contract import LADDER_QUEUE, REPORT, queue_name

pytestmark = pytest.mark.service


@pytest.fixture
def app(valkey: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Celery]:
    """An app like the ladder's, on a real broker."""
    real = Celery("drain")
    real.conf.update(broker_url=valkey.url, task_serializer="json")
    real.conf.broker_transport_options = ladder_app.conf.broker_transport_options
    monkeypatch.setattr(drain, "app", real)
    yield real
    real.close()


@pytest.fixture
def queue(settings: object) -> str:
    """The ladder's queue under a prefix of this test alone."""
    settings.QUEUE_PREFIX = f"drain-{uuid.uuid4().hex}"  # type: ignore[attr-defined]
    return queue_name(settings.QUEUE_PREFIX, LADDER_QUEUE)  # type: ignore[attr-defined]


def send(app: Celery, queue: str, task: str, *numbers: int) -> None:
    for number in numbers:
        app.send_task(task, args=({"n": number},), queue=queue)


def waiting(app: Celery, queue: str) -> int:
    with app.connection_for_read() as connection:
        return int(connection.default_channel.queue_declare(queue=queue).message_count)


def numbers(messages: list[drain.Message]) -> list[int]:
    return [message.args[0]["n"] for message in messages]


def test_what_waits_is_taken_in_order_and_gone_afterwards(app: Celery, queue: str) -> None:
    send(app, queue, REPORT, 1, 2, 3)
    with Drain(REPORT, LADDER_QUEUE).taken() as messages:
        assert numbers(messages) == [1, 2, 3]
    assert waiting(app, queue) == 0


def test_no_more_are_taken_than_asked_for(app: Celery, queue: str) -> None:
    send(app, queue, REPORT, 1, 2, 3)
    with Drain(REPORT, LADDER_QUEUE).taken(2) as messages:
        assert numbers(messages) == [1, 2]
    assert waiting(app, queue) == 1


def test_another_task_stays_and_ends_the_batch(app: Celery, queue: str) -> None:
    send(app, queue, REPORT, 1)
    send(app, queue, "ladder.fold", 2)
    send(app, queue, REPORT, 3)
    with Drain(REPORT, LADDER_QUEUE).taken() as messages:
        assert numbers(messages) == [1]
    assert waiting(app, queue) == 2


def test_what_could_not_be_handled_is_put_back_and_then_left_to_the_usual_way(
    app: Celery, queue: str
) -> None:
    send(app, queue, REPORT, 1, 2)
    reports = Drain(REPORT, LADDER_QUEUE)
    with pytest.raises(ZeroDivisionError), reports.taken():
        raise ZeroDivisionError
    assert waiting(app, queue) == 2
    with reports.taken() as messages:
        assert messages == []
    assert waiting(app, queue) == 2


def test_an_empty_queue_gives_nothing(app: Celery, queue: str) -> None:
    with Drain(REPORT, LADDER_QUEUE).taken() as messages:
        assert messages == []


def test_a_broker_that_is_away_gives_nothing(app: Celery, queue: str) -> None:
    app.conf.broker_url = "redis://127.0.0.1:1/0"
    with Drain(REPORT, LADDER_QUEUE).taken() as messages:
        assert messages == []
