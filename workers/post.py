"""What a worker sends to the ladder: pulses once and at best, reports until the broker took them."""

import logging
import random
import threading
import time
from typing import Any

from celery import Celery
from kombu.exceptions import OperationalError

from workers import wire
from workers.contract import LADDER_QUEUE, PULSE_QUEUE, Pulse, drained_name, queue_name
from workers.spool import Spool, Spooled

FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 15.0
LONGEST_REASON = 500
RETRY_ONCE = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2}

log = logging.getLogger(__name__)


class Post:
    """Sends through the app's broker; may be used by several threads."""

    def __init__(self, app: Celery, prefix: str, spool: Spool) -> None:
        self._app = app
        self._prefix = prefix
        self._spool = spool

    def pulse(self, task: str, pulse: Pulse) -> bool:
        """Send a pulse if the broker takes it now; whether it did. The next one says the same and more."""
        try:
            self._send(task, wire.encode(pulse), PULSE_QUEUE)
        except (OperationalError, OSError) as error:
            log.warning("the broker did not take a pulse: %s", error)
            return False
        return True

    def keep(self, task: str, message: dict[str, Any]) -> Spooled:
        """Keep a report on disk, to be delivered now or after a crash."""
        try:
            return self._spool.put(task, message)
        except OSError as error:
            log.error("a report cannot be kept on disk (%s): it is sent from memory alone", error)
            return Spooled(None, task, message)

    def deliver(self, spooled: Spooled, give_up: threading.Event) -> bool:
        """Send a kept report until the broker took it; whether it did before `give_up`."""
        delivered = self._insist(spooled.task, spooled.message, give_up)
        if delivered:
            self._spool.remove(spooled)
        return delivered

    def deliver_rest(self, give_up: threading.Event) -> bool:
        """Deliver the reports that an earlier run left; whether all are gone."""
        return all(self.deliver(spooled, give_up) for spooled in self._spool.waiting())

    def _insist(self, task: str, message: dict[str, Any], give_up: threading.Event) -> bool:
        """Try at once, then again and again with growing, jittered waits; at least once in any case."""
        wait_s = FIRST_WAIT_S
        while True:
            try:
                self._send(task, message, LADDER_QUEUE)
            except (OperationalError, OSError) as error:
                log.warning("the broker did not take a report, next try within %.1f s: %s", wait_s, error)
            else:
                return True
            if give_up.wait(wait_s * random.uniform(0.5, 1)):
                return False
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _send(self, task: str, message: dict[str, Any], queue: str) -> None:
        self._app.send_task(
            task,
            args=[message],
            queue=queue_name(self._prefix, queue),
            retry=True,
            retry_policy=RETRY_ONCE,
        )

    def drained_because(self, name: str) -> str:
        """Why the ladder wants this worker to take no orders; empty when it does not, or cannot be asked."""
        try:
            with self._app.connection_for_write() as connection:
                channel: Any = connection.default_channel
                found = channel.client.hget(drained_name(self._prefix), name)
        except (OperationalError, OSError) as error:
            log.warning("the broker does not say whether this worker is drained: %s", error)
            return ""
        return found.decode("utf-8", "replace")[:LONGEST_REASON] if isinstance(found, bytes) else ""

    def clock_offset_s(self) -> float | None:
        """How far this machine's clock is ahead of the broker's; None when the broker cannot be asked."""
        try:
            with self._app.connection_for_write() as connection:
                channel: Any = connection.default_channel
                before = time.time()
                seconds, microseconds = channel.client.time()
                after = time.time()
        except (OperationalError, OSError) as error:
            log.warning("the broker's clock cannot be read: %s", error)
            return None
        return (before + after) / 2 - float(seconds + microseconds / 1e6)
