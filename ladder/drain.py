"""More messages of a kind than the one in hand, taken from their queue at once, to be handled together."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import Task
from django.conf import settings
from kombu import Queue

from ladder.celery import app
from ladder.deliveries import Message
from ladder.orders import BROKER_ERRORS
from workers.contract import queue_name

log = logging.getLogger(__name__)

MOST = 50


class Drain:
    """One queue's messages of one task, on a connection of its own that is made anew when it breaks.

    A process that dies with messages in hand loses none: the broker brings them again, as it does with all
    that is not acknowledged.
    """

    def __init__(self, task: str, queue: str) -> None:
        self._task = task
        self._name = queue_name(settings.QUEUE_PREFIX, queue)
        self._queue: Any = None

    @contextmanager
    def taken(self, most: int = MOST) -> Iterator[list[Message]]:
        """Those that wait behind each other now; acknowledged when the block ends well, else put back."""
        messages = self._take(most)
        try:
            yield [message for message, _ in messages]
        except BaseException:
            self._each(messages, "requeue")
            raise
        self._each(messages, "ack")

    def _take(self, most: int) -> list[tuple[Message, Any]]:
        taken: list[tuple[Message, Any]] = []
        try:
            while len(taken) < most and (raw := self._bound().get(no_ack=False)) is not None:
                message = _read(raw, self._task)
                if message is None:  # something else, or something odd: for the usual way
                    raw.requeue()
                    break
                taken.append((message, raw))
        except BROKER_ERRORS as error:
            self._lost(error)
        return taken

    def _bound(self) -> Any:
        if self._queue is None:
            self._queue = Queue(self._name, no_declare=True)(app.connection_for_read().default_channel)
        return self._queue

    def _each(self, messages: list[tuple[Message, Any]], act: str) -> None:
        try:
            for _, raw in messages:
                getattr(raw, act)()
        except BROKER_ERRORS as error:
            self._lost(error)

    def _lost(self, error: Exception) -> None:
        log.warning("the broker broke off while messages were taken together; they come again: %s", error)
        self._queue = None


def _read(raw: Any, task: str) -> Message | None:
    """The message when it is a fresh one of that task; one that came before has a count of its own."""
    headers = raw.headers if isinstance(raw.headers, dict) else {}
    if (
        headers.get("task") != task
        or (raw.delivery_info or {}).get("redelivered")
        or headers.get("redelivered")
    ):
        return None
    try:
        args, extra, _ = raw.decode()
        return Message(str(headers["id"]), task, tuple(args), dict(extra), redelivered=False)
    except Exception as error:  # noqa: BLE001 - whatever a stranger wrote into the broker
        log.warning("a message is left to the usual way: %r", error)
        return None


def message_of(task: Task[Any, Any], args: tuple[Any, ...], extra: dict[str, Any]) -> Message:
    """The message that Celery has called a task with."""
    again = bool((task.request.delivery_info or {}).get("redelivered"))
    return Message(str(task.request.id), str(task.name), args, extra, again)
