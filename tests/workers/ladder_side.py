"""The ladder's side of the queues, for tests: sends orders, reads what workers send back."""

import base64
import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

from celery import Celery
from redis import Redis

from engine import __version__ as engine_version
from tests.workers.table import ODD_BOTS
from workers import wire
from workers.contract import (
    BUILD,
    PLAY,
    BuildOrder,
    BuildReport,
    GameOrder,
    Limits,
    MatchOrder,
    MatchReport,
    Pulse,
    SeatOrder,
    queue_name,
)

T = TypeVar("T")

PATIENCE_S = 90.0  # a busy machine takes its time; usual is a second


def seat(bot: str, folder: Path = ODD_BOTS) -> SeatOrder:
    """A seat for a bot whose single file lies in a folder, under its file address."""
    path = folder / f"{bot}.py"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return SeatOrder(bot, digest, path.as_uri(), f"{bot}.py", "python", "bot.py", 7)


def game(*bots: str, match: str = "1", attempt: int = 1, seed: int = 7) -> GameOrder:
    """A game order for odd bots."""
    seats = tuple(seat(bot) for bot in bots)
    return GameOrder(match, attempt, f"token of {match}.{attempt}", "base", seed, seats)


def match_order(*games: GameOrder, limits: Limits = Limits(), **changes: Any) -> MatchOrder:  # noqa: B008
    """An order that is sent now."""
    now = time.time()
    return replace(MatchOrder(games, limits, now, now + 150, engine_version), **changes)


def build_order(bot: SeatOrder, **changes: Any) -> BuildOrder:
    """An order to check a bot, sent now."""
    now = time.time()
    order = BuildOrder(
        "5", 1, "token", bot.blob, bot.url, bot.filename, bot.runtime, bot.entry, now, now + 150
    )
    return replace(order, **changes)


@dataclass
class Ladder:
    """Orders out, pulses and reports in, with a prefix of its own in the broker."""

    url: str
    prefix: str
    _reports: list[tuple[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._app = Celery("test-ladder", broker=self.url, set_as_current=False)
        self._redis = Redis.from_url(self.url)

    def send(self, order: MatchOrder | BuildOrder) -> None:
        """Put an order into its queue."""
        if isinstance(order, MatchOrder):
            self.send_raw(PLAY, wire.encode(order), "match")
        else:
            self.send_raw(BUILD, wire.encode(order), "build")

    def send_raw(self, task: str, message: object, queue: str) -> None:
        """Put any message into a queue."""
        self._app.send_task(task, args=[message], queue=queue_name(self.prefix, queue))

    def waiting_orders(self) -> int:
        """How many match orders no worker has taken."""
        return self._redis.llen(queue_name(self.prefix, "match"))

    def pulses(self) -> list[tuple[str, Pulse]]:
        """All pulses that came since the last look, in order."""
        return [(task, wire.decode(Pulse, body)) for task, body in self._take("pulse")]

    def match_report(self, seconds: float = PATIENCE_S) -> MatchReport:
        """The next report on a match."""
        return wire.decode(MatchReport, self._await_report("wh1.report", seconds))

    def build_report(self, seconds: float = PATIENCE_S) -> BuildReport:
        """The next report on a build."""
        return wire.decode(BuildReport, self._await_report("wh1.built", seconds))

    def reports_so_far(self) -> int:
        """How many reports came and were not looked at."""
        self._reports += self._take("ladder")
        return len(self._reports)

    def no_report(self, seconds: float) -> bool:
        """Whether no report comes within so many seconds."""
        time.sleep(seconds)
        return self.reports_so_far() == 0

    def _await_report(self, task: str, seconds: float) -> Any:
        def come() -> bool:
            self._reports += self._take("ladder")
            return bool(self._reports)

        wait_until(come, seconds, f"{task} came")
        found, body = self._reports.pop(0)
        assert found == task
        return body

    def _take(self, queue: str) -> list[tuple[str, Any]]:
        taken = []
        while raw := self._redis.rpop(queue_name(self.prefix, queue)):
            message = json.loads(raw)  # type: ignore[arg-type]
            args, _, _ = json.loads(base64.b64decode(message["body"]))
            taken.append((message["headers"]["task"], args[0]))
        return taken


def wait_until(true: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait for something that must become true."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.02)


@dataclass
class WorkerProcess:
    """A worker as its own process, and its log."""

    process: subprocess.Popen[bytes]
    log_path: Path
    folder: Path

    @property
    def log(self) -> str:
        """What it wrote so far."""
        return self.log_path.read_text()

    def await_log(self, text: str, seconds: float = PATIENCE_S) -> None:
        """Wait until its log holds this text."""
        wait_until(lambda: text in self.log, seconds, f"{text!r} in the log:\n{self.log}")

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        """Tell it to stop, and wait until it has; what hangs for ever is an error."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE_S)


@contextmanager
def worker(
    ladder: Ladder, data: Path, name: str = "w1", before: Sequence[str] = (), **environ: str
) -> Iterator[WorkerProcess]:
    """A worker of this ladder, killed at the end if it still runs; `before` stands before its command."""
    log_path = data / f"{name}.log"
    settings = {
        "REDIS_URL": ladder.url,
        "QUEUE_PREFIX": ladder.prefix,
        "WATERINGHOLE_DATA": str(data),
        "PATH": os.environ["PATH"],
    }
    with log_path.open("wb") as log:
        process = subprocess.Popen(
            [*before, sys.executable, "-m", "workers", "serve", "--name", name],
            env=settings | environ,
            stderr=log,
            stdout=log,
        )
    try:
        yield WorkerProcess(process, log_path, data / "worker" / name)
    finally:
        process.kill()
        process.wait(10)


@contextmanager
def serving(files: dict[str, bytes]) -> Iterator[str]:
    """A web site's address, which gives out `files` by path and query, and takes more by PUT."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = files.get(self.path)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def do_PUT(self) -> None:
            files[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
