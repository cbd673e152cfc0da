"""`python -m workers serve`: waits until this machine is fit to play, then takes orders until stopped."""

import fcntl
import logging
import os
import signal
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from celery import Celery, signals
from celery.exceptions import SecurityWarning

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

LOG_FORM = "%(asctime)s %(levelname)s worker {name}: %(message)s"

log = logging.getLogger(__name__)


class BusyError(SettingsError):
    """Another process is the worker of this name."""


def serve(name: str) -> int:
    """Be the worker `name` until a signal ends it; the exit code.

    SettingsError or BusyError when it cannot be.
    """
    settings = settings_module.read(name, os.environ)
    logging.basicConfig(format=LOG_FORM.format(name=name), level=logging.INFO, stream=sys.stderr)
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
    signal.signal(signal.SIGTERM, lambda number, frame: worker.stop())
    signal.signal(signal.SIGINT, lambda number, frame: worker.stop())
    try:
        if _become_fit(health, heart, worker) and post.rest(worker.stopping):
            _take_orders(app, settings, worker)
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


def _take_orders(app: Celery, settings: Settings, worker: Worker) -> None:
    """Hand over to Celery until a signal ends it."""
    signals.worker_shutting_down.connect(lambda **told: worker.stop(), weak=False)
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
