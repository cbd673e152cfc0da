"""`python -m workers serve`: waits until this machine is fit to play, then takes orders until stopped."""

import fcntl
import logging
import os
import signal
import socket
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from celery import Celery, signals
from celery.exceptions import SecurityWarning

from workers import logs
from workers import settings as settings_module
from workers.app import make_app, queues
from workers.blobs import Blobs
from workers.gate import EXAMINE_EVERY_S, Gate, acknowledge_at_once, add_gate
from workers.health import Health
from workers.heart import Heart
from workers.post import Post
from workers.settings import Settings, SettingsError
from workers.spool import Spool
from workers.tasks import add_tasks
from workers.worker import Worker

LEAVE_AFTER_S = 4.5

log = logging.getLogger(__name__)


class BusyError(SettingsError):
    """Another process is the worker of this name."""


def serve(name: str) -> int:
    """Be the worker `name` until a signal ends it; the exit code.

    SettingsError or BusyError when it cannot be.
    """
    settings = settings_module.read(name, os.environ)
    os.environ["LOG_FORMAT"] = settings.log_format  # the match runner logs alike
    logs.set_up(settings.log_format, f"worker {name}")
    with _own_folder(settings.folder):
        return _serve(settings)


def _serve(settings: Settings) -> int:
    app = make_app(settings)
    post = Post(app, settings.queue_prefix, Spool(settings.folder / "reports"))
    health = Health(settings, post)
    heart = Heart(post, health.info)
    blobs = Blobs(settings.folder / "bots", settings.cache_mb << 20)
    gate = Gate(health, heart, queues(settings))
    worker = Worker(health, heart, post, blobs, gate.look)
    add_tasks(app, worker)
    add_gate(app, gate)
    acknowledge_at_once(app)
    stop = _stopper(worker, health)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *told: stop())
    signals.worker_shutting_down.connect(lambda **told: stop(), weak=False)  # Celery takes the signals over
    try:
        if _become_fit(health, heart, worker) and post.deliver_rest(worker.stopping):
            _take_orders(app, settings)
    finally:
        heart.stop()
        health.close()
    return 0


def _become_fit(health: Health, heart: Heart, worker: Worker) -> bool:
    """Examine the machine until it is fit to play; False when told to stop before."""
    fit = health.examine()
    heart.start()
    while not fit:
        if worker.stopping.wait(EXAMINE_EVERY_S):
            return False
        fit = health.examine()
    return not worker.stopping.is_set()


def _stopper(worker: Worker, health: Health) -> Callable[[], None]:
    """What a signal sets off: an end in good order, or after a few seconds one without it.

    A broker that hangs can hold up Celery's end; by then all reports are on disk.
    """

    def leave() -> None:
        log.warning("left at once: something hangs")
        health.drop_runner()
        os._exit(0)

    def stop() -> None:
        worker.stop()
        timer = threading.Timer(LEAVE_AFTER_S, leave)
        timer.daemon = True
        timer.start()

    return stop


def _take_orders(app: Celery, settings: Settings) -> None:
    """Hand over to Celery until a signal ends it."""
    warnings.filterwarnings("ignore", category=SecurityWarning)  # only JSON is accepted, bots get other users
    celery_worker = app.Worker(
        hostname=f"{settings.name}@{socket.gethostname()}",
        pool_cls="solo",
        concurrency=1,
        queues=queues(settings),
        loglevel="INFO",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    celery_worker.start()


@contextmanager
def _own_folder(folder: Path) -> Iterator[None]:
    """Make the worker's folder and keep it for this process alone."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BusyError(
                f"another process is the worker {folder.name} already (lock in {folder})"
            ) from None
        yield
