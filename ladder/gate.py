"""What must be right before the ladder touches its database: else it waits, and says why in one sentence."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from celery.worker import state as worker_state
from django.db import DatabaseError, connection

from ladder import broker, health
from ladder.orders import BrokerAway

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 3.0

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def wait_until_fit() -> None:
    """Return once a ladder worker may begin, or was told to stop; messages wait at the broker."""
    told = ""
    while wrong := _trouble():
        if wrong != told:
            log.error("waits, and takes no message: %s", wrong)
        told = wrong
        if _told_to_stop(LOOK_AGAIN_S):
            return
    if told:
        log.info("goes on")


def _trouble() -> str:
    """Another site's broker, a database that is away or old; for its own broker Celery waits."""
    try:
        wrong = broker.foreign()
    except BrokerAway:
        wrong = ""
    return wrong or _schema_trouble()


def _schema_trouble() -> str:
    try:
        wrong = health.schema_trouble()
    except DatabaseError as error:
        connection.close()
        return f"the database is away: {str(error).strip().partition(chr(10))[0]}"
    return f"{wrong}: run manage.py migrate" if wrong else ""


def _told_to_stop(within_s: float) -> bool:
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if worker_state.should_stop is not None or worker_state.should_terminate is not None:
            return True
        time.sleep(0.1)
    return False


class Guarded:
    """The site's pages, once the database is as new as the program; else 503, and a sentence."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages
        self._is_fit = False
        self._wrong = ""
        self._looked = float("-inf")

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request (WSGI)."""
        if self._is_fit or environ.get("PATH_INFO") in ("/healthz", "/readyz", "/metrics") or self._look():
            return self._pages(environ, start_response)
        body = f"This site is being brought up to date and lost nothing. ({self._wrong})\n".encode()
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
        start_response("503 Service Unavailable", [*headers, ("Retry-After", "10")])
        return [body]

    def _look(self) -> bool:
        """Whether pages can be served; a database that is away is told by the pages themselves."""
        now = time.monotonic()
        if now - self._looked >= LOOK_AGAIN_S:
            self._looked = now
            wrong = _schema_trouble()
            if wrong and wrong != self._wrong:
                log.error("answers no page: %s", wrong)
            self._wrong = wrong
            self._is_fit = not wrong
        return self._is_fit
