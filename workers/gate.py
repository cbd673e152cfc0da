"""When a worker takes orders: never two, and none while something is wrong with its machine."""

from collections.abc import Sequence
from typing import Any

from celery import Celery, bootsteps

from workers.health import Health
from workers.heart import Heart

EXAMINE_EVERY_S = 10.0
TASKS_STEP = "celery.worker.consumer.tasks:Tasks"


def add_gate(app: Celery, health: Health, heart: Heart, queues: Sequence[str]) -> None:
    """Have the machine examined between orders; the ladder hears at once when that changes something."""

    class Gate(bootsteps.StartStopStep):
        requires = (TASKS_STEP,)

        def start(self, consumer: Any) -> None:
            self._entry = consumer.timer.call_repeatedly(EXAMINE_EVERY_S, self._look, (consumer,))

        def stop(self, consumer: Any) -> None:
            self._entry.cancel()

        def _look(self, consumer: Any) -> None:
            before = health.trouble
            well = health.examine()
            for queue in queues:
                if well and not consumer.task_consumer.consuming_from(queue):
                    consumer.add_task_queue(queue)
                elif not well and consumer.task_consumer.consuming_from(queue):
                    consumer.cancel_task_queue(queue)
            if health.trouble != before:
                heart.beat()

    app.steps["consumer"].add(Gate)


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
