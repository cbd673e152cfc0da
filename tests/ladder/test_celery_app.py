"""The ladder's worker and beat as real processes at a real broker."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.conf import settings
from kombu import Connection

from ladder import orders
from tests import services
from tests.services import Service

pytestmark = pytest.mark.service

POISONED = """
import os, sys
import django
django.setup()
from ladder.celery import app
from ladder.deliveries import deliver
from ladder.drain import message_of

@app.task(name="test.raises", bind=True)
def raises(self, *args, **extra):
    deliver(message_of(self, args, extra), str, lambda text: 1 / 0)

@app.task(name="test.kills", bind=True)
def kills(self, *args, **extra):
    deliver(message_of(self, args, extra), str, lambda text: os._exit(9))

app.worker_main(sys.argv[1:])
"""


class Ladder:
    """A data folder with a database, a broker, and processes of the ladder on them."""

    def __init__(self, folder: Path, broker: str) -> None:
        self.broker, self.prefix = broker, folder.name
        self.env = os.environ | {
            "WATERINGHOLE_DATA": str(folder),
            "DATABASE_URL": f"sqlite:///{folder}/ladder.sqlite3",
            "REDIS_URL": broker,
            "QUEUE_PREFIX": self.prefix,
            "SECRET_KEY": "only-for-tests-" + "0123456789" * 4,
            "DJANGO_SETTINGS_MODULE": "ladder.settings",
        }
        self.parts: list[subprocess.Popen[bytes]] = []
        self.log = folder / "log"
        self.database = folder / "ladder.sqlite3"
        self.python("-m", "django", "migrate", "-v0")

    def python(self, *args: str) -> str:
        """Run Python to its end; its output."""
        done = subprocess.run(
            [sys.executable, *args], env=self.env, capture_output=True, text=True, check=False, timeout=100
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, *args: str) -> "subprocess.Popen[bytes]":
        """Start a process that goes on."""
        with self.log.open("ab") as log:
            part = subprocess.Popen([sys.executable, *args], env=self.env, stdout=log, stderr=log)
        self.parts.append(part)
        return part

    def worker(self, queue: str) -> "subprocess.Popen[bytes]":
        """A ladder worker on one of its queues, with two tasks of the test's own."""
        script = self.log.with_name("poisoned.py")
        script.write_text(POISONED)
        options = ("--pool=solo", "--without-mingle", "--without-gossip", "-Q", f"{self.prefix}.{queue}")
        return self.start(str(script), "worker", *options)

    def send(self, queue: str, body: Any, task: str | None, **headers: Any) -> None:
        """Put a message for the task into the queue as Celery would; `body` may be anything."""
        fields = {"lang": "py", "task": task, "id": f"id-{task}", "argsrepr": "", "kwargsrepr": "", **headers}
        with (
            Connection(self.broker) as connection,
            connection.SimpleQueue(f"{self.prefix}.{queue}") as simple,
        ):
            options = {"content_type": "application/json", "content_encoding": "utf-8"}
            simple.put(
                body,
                headers=fields,
                serializer=None if isinstance(body, str) else "json",
                **(options if isinstance(body, str) else {}),
            )

    def incidents(self) -> list[str]:
        """The kind of each incident, in order."""
        with closing(sqlite3.connect(self.database, timeout=20)) as connection:
            return [kind for (kind,) in connection.execute("SELECT kind FROM ladder_incident ORDER BY id")]

    def waiting(self, queue: str) -> int:
        """The length of one queue."""
        with Connection(self.broker) as connection:
            declared = connection.default_channel.queue_declare(queue=f"{self.prefix}.{queue}")
            return int(declared.message_count)

    def stop(self) -> None:
        """End all processes."""
        for part in self.parts:
            part.kill()
            part.wait()


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory, valkey: Service) -> Iterator[Ladder]:
    """A ladder with one worker of the queue `ladder`, for all tests here; each uses what it alone needs."""
    made = Ladder(tmp_path_factory.mktemp("ladder"), valkey.url)
    made.worker("ladder")
    yield made
    made.stop()


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.3)


@pytest.mark.parametrize(
    ("body", "task", "headers"),
    [
        ("this is no json {", "wh1.report", {}),
        ([[1, 2, 3], {}, None], "wh1.report", {}),
        ([["what"], {}, None], "wh1.unheard-of", {}),
        ([["what"], {}, None], None, {}),
        ({"no": "task"}, "wh1.report", {}),
        ([["x"], [], 3], "wh1.report", {}),
        ([["x"], {}, None], "wh1.report", {"expires": "never", "eta": []}),
    ],
)
def test_what_cannot_be_read_becomes_an_incident_and_leaves_the_queue_and_work_goes_on(
    ladder: Ladder, body: Any, task: Any, headers: dict[str, Any]
) -> None:
    before = len(ladder.incidents())
    ladder.send("ladder", body, task, **headers)
    ladder.send("ladder", [["x"], {}, None], "test.raises")
    until(lambda: len(ladder.incidents()) == before + 2)
    assert ladder.incidents()[before:] == ["unreadable", "poison"]
    assert ladder.waiting("ladder") == 0


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_message_that_kills_its_worker_comes_back_and_is_given_up_after_five_times(ladder: Ladder) -> None:
    before = len(ladder.incidents())
    ladder.send("kills", [["x"], {}, None], "test.kills")
    for _ in range(4):
        assert ladder.worker("kills").wait(90) == 9
    ladder.worker("kills")
    until(lambda: ladder.incidents()[before:] == ["poison"], 90)


def test_a_dead_broker_takes_nothing_and_says_so_at_once_and_takes_all_again_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with services.running("valkey") as broker:
        app = Celery(broker=broker.url)
        app.conf.broker_transport_options = orders.app.conf.broker_transport_options
        monkeypatch.setattr(orders, "app", app)
        orders.publish("wh1.play", "match")
        broker.kill()
        began = time.monotonic()
        with pytest.raises(orders.BrokerAway):
            orders.publish("wh1.play", "match")
        with pytest.raises(orders.BrokerAway):
            orders.waiting("match")
        assert time.monotonic() - began < 10
        broker.start_again()
        orders.publish("wh1.play", "match")
        assert orders.waiting("match") == 2
        assert orders.waiting("build") == 0
        app.close()


def test_an_order_that_somebody_waits_for_overtakes_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    with services.running("valkey") as broker, Celery(broker=broker.url) as app:
        monkeypatch.setattr(orders, "app", app)
        orders.publish("plain", "match", priority=orders.ORDINARY)
        orders.publish("urgent", "match", priority=orders.FIRST)
        assert orders.waiting("match") == 2
        name = f"{settings.QUEUE_PREFIX}.match"
        with Connection(broker.url) as connection, connection.SimpleQueue(name) as queue:
            got = [queue.get(timeout=5) for _ in range(2)]
            assert [message.headers["task"] for message in got] == ["urgent", "plain"]


def test_beat_sends_sweeps_that_say_when_they_were_sent(ladder: Ladder) -> None:
    ladder.start("-m", "celery", "-A", "ladder.celery", "beat")
    until(lambda: ladder.waiting("pulse") >= 2)
    with Connection(ladder.broker) as connection, connection.SimpleQueue(f"{ladder.prefix}.pulse") as queue:
        first, second = (queue.get(timeout=5) for _ in range(2))
    assert first.headers["task"] == "wh1.sweep"
    times = [message.payload[0][0] for message in (first, second)]
    assert 2.5 < times[1] - times[0] < 8
    assert abs(time.time() - times[1]) < 60


def test_a_worker_that_is_asked_to_stop_stops_at_once(ladder: Ladder) -> None:
    before = len(ladder.incidents())
    part = ladder.worker("other")
    ladder.send("other", [["no pulse"], {}, None], "wh1.progress")
    until(lambda: len(ladder.incidents()) == before + 1)
    part.send_signal(signal.SIGTERM)
    assert part.wait(10) == 0
