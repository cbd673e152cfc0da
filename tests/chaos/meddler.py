"""Someone who copies reports out of the broker's queue and puts them back twice, late and out of order."""

import json
import random
import threading
import uuid
from contextlib import suppress
from typing import Any

import redis

from workers.contract import REPORT

EVERY_S = 0.5
MOST_KEPT = 200


class Meddler:
    """Works in a thread of its own from `start` to `stop`; `copies` counts what it put back."""

    def __init__(self, url: str, queue: str, rng: random.Random) -> None:
        self._url = url
        self._queue = queue
        self._rng = rng
        self._kept: list[dict[str, Any]] = []
        self._seen: set[str] = set()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.copies = 0

    def start(self) -> None:
        """Begin to meddle."""
        self._thread.start()

    def stop(self) -> None:
        """Meddle no more."""
        self._over.set()
        self._thread.join(10)

    def _run(self) -> None:
        broker = redis.Redis.from_url(self._url, socket_timeout=2, socket_connect_timeout=2)
        while not self._over.wait(EVERY_S):
            with suppress(redis.RedisError):  # the broker dies too
                self._copy(broker)
                self._put_back(broker)

    def _copy(self, broker: redis.Redis) -> None:
        for raw in broker.lrange(self._queue, 0, -1):
            message = json.loads(raw)
            if message["headers"]["task"] == REPORT and message["headers"]["id"] not in self._seen:
                self._seen.add(message["headers"]["id"])
                self._kept = [*self._kept[-MOST_KEPT:], message]

    def _put_back(self, broker: redis.Redis) -> None:
        """A few of all that it has ever seen, old ones too, on either end of the queue."""
        for message in self._rng.sample(self._kept, min(2, len(self._kept))):
            properties = message["properties"] | {"delivery_tag": str(uuid.uuid4())}
            copy = json.dumps(message | {"properties": properties})
            self._rng.choice((broker.lpush, broker.rpush))(self._queue, copy)
            self.copies += 1
