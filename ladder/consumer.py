"""Celery's consumer, with one more habit: a message that it cannot make a task of becomes an incident."""

import logging
from collections.abc import Callable
from typing import Any

from celery.worker import consumer
from django.db import DatabaseError

from ladder import gate, incidents
from ladder.orders import BROKER_ERRORS

log = logging.getLogger(__name__)

# What Celery raises, and dies of, when headers or body have not the shape of a task.
MISSHAPEN = (ValueError, TypeError, KeyError, AttributeError)


class Consumer(consumer.Consumer):
    """Acknowledges or rejects such messages as Celery does, and keeps what they said."""

    def start(self) -> None:
        """Begin, once the database is as new as this program and no other site uses our queues."""
        gate.wait_until_fit()
        super().start()

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        """What is called with each message; one without the shape of a task must not end the worker."""
        handle = super().create_task_handler(*args, **kwargs)

        def on_message(message: Any) -> Any:
            try:
                return handle(message)
            except MISSHAPEN as error:
                log.exception("a message without the shape of a task is dropped")
                _note(f"misshapen: {error!r}", message)
                return message.reject_log_error(log, BROKER_ERRORS)

        return on_message

    def on_decode_error(self, message: Any, exc: Exception) -> None:
        """The body is no JSON."""
        _note(f"no JSON: {exc}", message)
        super().on_decode_error(message, exc)

    def on_unknown_message(self, body: Any, message: Any) -> None:
        """It is no task at all."""
        _note("no task", message)
        super().on_unknown_message(body, message)

    def on_unknown_task(self, body: Any, message: Any, exc: Exception) -> None:
        """It is a task that the ladder does not have."""
        _note(f"unknown task {exc}", message)
        super().on_unknown_task(body, message, exc)

    def on_invalid_task(self, body: Any, message: Any, exc: Exception) -> None:
        """Its headers make no sense, or it is not JSON."""
        _note(f"invalid: {exc}", message)
        super().on_invalid_task(body, message, exc)


def _note(what: str, message: Any) -> None:
    try:
        incidents.note("unreadable", what, message.body)
    except DatabaseError:
        log.exception("an unreadable message (%s) could not be kept as an incident", what)
