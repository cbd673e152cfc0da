"""Messages from the workers are handled once each, whatever the database does; bad ones become incidents."""

import errno
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from celery.exceptions import Reject
from celery.worker import state as worker_state
from django.db import InterfaceError, OperationalError, connections
from django.db.models import F

from ladder import incidents, text
from ladder.models import Delivery
from workers import logs, wire

log = logging.getLogger(__name__)

M = TypeVar("M")
R = TypeVar("R")

DISK_FULL = (errno.ENOSPC, errno.EDQUOT)
DATABASE_AWAY = (OperationalError, InterfaceError)
MOST_TIMES = 5
LONGEST_PAUSE_S = 10.0


@dataclass(frozen=True)
class Message:
    """One message as the broker brought it; `redelivered` when it may have come before."""

    id: str
    task: str
    args: Sequence[Any]
    extra: Mapping[str, Any]
    redelivered: bool


def deliver(message: Message, kind: type[M], verb: Callable[[M], object]) -> None:
    """Decode the message's one argument as `kind` and give it to `verb`; returning acknowledges it.

    While the database is away it tries again, for ever. What cannot be read, or came five times without
    being handled, becomes an incident. Any other error puts the message back into the queue.
    """
    if message.redelivered and _patiently(lambda: _times(message)) >= MOST_TIMES:
        return _patiently(lambda: _give_up(message))
    return _patiently(lambda: _handle(message, kind, verb))


def deliver_together(
    messages: Sequence[Message],
    kind: type[M],
    verb: Callable[[M], object],
    verb_all: Callable[[list[M]], object],
) -> None:
    """As `deliver`, for several fresh messages in one go; the first is the one that Celery brought.

    When they cannot be handled together, the first is handled alone and Together is raised for the others.
    """
    first, *others = messages
    if first.redelivered or not others:
        deliver(first, kind, verb)
        if others:
            raise Together
        return
    try:
        _patiently(lambda: verb_all(_decode_all(messages, kind)))
    except Reject:
        raise
    except Exception as error:
        log.exception("%d messages could not be handled together", len(messages))
        deliver(first, kind, verb)
        raise Together from error


class Together(Exception):
    """The messages beside the first were not handled: they are to be put back."""


def _decode_all(messages: Sequence[Message], kind: type[M]) -> list[M]:
    """The contents that can be read; what cannot becomes an incident."""
    contents = []
    for message in messages:
        try:
            contents.append(_decode(message, kind))
        except wire.WireError as error:
            incidents.note("unreadable", f"{message.task}: {error}", message.args)
    return contents


def _patiently(work: Callable[[], R]) -> R:
    """Do the work, again and again while the database is away or the disk is full."""
    pause = 0.2
    while True:
        try:
            return work()
        except DATABASE_AWAY as error:
            log.warning("the database is away, the next try comes in %.1f s: %s", pause, error)
            connections.close_all()
        except OSError as error:
            if error.errno not in DISK_FULL:
                raise
            log.error("the disk is full, the next try comes in %.1f s: %s", pause, error)
        _sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_S)


def _handle(message: Message, kind: type[M], verb: Callable[[M], object]) -> None:
    try:
        content = _decode(message, kind)
    except wire.WireError as error:
        return incidents.note("unreadable", f"{message.task}: {error}", message.args)
    try:
        with logs.about(**_ids(content)):
            verb(content)
    except DATABASE_AWAY:
        raise
    except Exception as error:
        if getattr(error, "errno", None) in DISK_FULL:
            raise
        log.exception("%s %s failed and goes back to the queue", message.task, message.id)
        raise Reject(str(error), requeue=True) from error
    return _forget(message) if message.redelivered else None


def _ids(content: object) -> dict[str, object]:
    """What the log lines of this message are about."""
    return {name: getattr(content, name, "") for name in ("match", "version", "attempt")}


def _give_up(message: Message) -> None:
    incidents.note("poison", f"{message.task} came {MOST_TIMES} times, never handled", message.args)
    _forget(message)


def _decode(message: Message, kind: type[M]) -> M:
    if len(message.args) != 1 or message.extra:
        raise wire.WireError(
            f"found {len(message.args)} arguments and {len(message.extra)} by name, wanted one message"
        )
    return wire.decode(kind, message.args[0])


def _times(message: Message) -> int:
    """How many times this message has come, this one included; called when it comes again."""
    name = text.clean(message.id, 100)
    Delivery.objects.get_or_create(message=name, defaults={"times": 1})
    Delivery.objects.filter(message=name).update(times=F("times") + 1)
    return Delivery.objects.values_list("times", flat=True).get(message=name)


def _forget(message: Message) -> None:
    Delivery.objects.filter(message=text.clean(message.id, 100)).delete()


def _sleep(seconds: float) -> None:
    """Wait, but not longer than the worker may live: when it is told to stop, the message goes back."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if worker_state.should_stop is not None or worker_state.should_terminate is not None:
            raise Reject("the worker stops", requeue=True)
        time.sleep(0.1)
