"""The two tasks of a worker."""

from typing import Any

from celery import Celery

from workers.contract import BUILD, PLAY
from workers.worker import Worker


def add_tasks(app: Celery, worker: Worker) -> None:
    """Let the app hand its orders to the worker."""

    @app.task(name=PLAY)
    def play(message: Any) -> None:
        worker.play(message)

    @app.task(name=BUILD)
    def build(message: Any) -> None:
        worker.build(message)
