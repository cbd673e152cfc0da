"""When a worker takes orders: never two, and none while something is wrong with its machine."""

from collections.abc import Sequence
from typing import Any

from celery import Celery, bootsteps

from workers.health import Health
from workers.heart import Heart

EXAMINE_EVERY_S = 10.0
TASKS_STEP = "celery.worker.consumer.tasks:Tasks"


class Gate:
    """Shuts the queues when the machine is found unfit and opens them when it is fit again."""

    def __init__(self, health: Health, heart: Heart, queues: Sequence[str]) -> None:
        self._health = health
        self._heart = heart
        self._queues = queues
        self._consumer: Any = None

    def guard(self, consumer: Any) -> None:
        """From now on these are the queues' consumer; None while there is none."""
        self._consumer = consumer

    def look(self) -> None:
        """Examine the machine; the ladder hears at once when that changes something."""
        before = self._health.trouble
        fit = self._health.examine()
        if self._consumer is not None:
            for queue in self._queues:
                self._set(queue, is_open=fit)
        if self._health.trouble != before:
            self._heart.beat()

    def _set(self, queue: str, *, is_open: bool) -> None:
        was_open = self._consumer.task_consumer.consuming_from(queue)
        if is_open and not was_open:
            self._consumer.add_task_queue(queue)
        elif was_open and not is_open:
            self._consumer.cancel_task_queue(queue)


def add_gate(app: Celery, gate: Gate) -> None:
    """Have the gate look regularly between orders, with whatever connection Celery has."""

    class GateStep(bootsteps.StartStopStep):
        requires = (TASKS_STEP,)

        def start(self, consumer: Any) -> None:
            gate.guard(consumer)
            self._entry = consumer.timer.call_repeatedly(EXAMINE_EVERY_S, gate.look)

        def stop(self, consumer: Any) -> None:
            self._entry.cancel()
            gate.guard(None)

    app.steps["consumer"].add(GateStep)


class AcknowledgeAtOnce(bootsteps.StartStopStep):
    """Has an order's acknowledgement out before the order is carried out.

    With the solo pool Celery would send it once the event loop runs again, which is after the task: a worker
    killed or stopped in between would leave the order to be delivered again.
    """

    requires = (TASKS_STEP,)

    def start(self, consumer: Any) -> None:
        """Called at every new connection, before the first message of it."""
        consumer.call_soon_ack = lambda acknowledge, *arguments: acknowledge(*arguments)


def acknowledge_at_once(app: Celery) -> None:
    """Let the app's worker acknowledge as soon as it has an order."""
    app.steps["consumer"].add(AcknowledgeAtOnce)
