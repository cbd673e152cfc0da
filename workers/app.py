"""The Celery app of a worker: JSON only, no results, no Django, one order at a time, acknowledged early."""

from celery import Celery

from workers.contract import BUILD_QUEUE, MATCH_QUEUE, queue_name, unacked_names
from workers.settings import Settings


def make_app(settings: Settings) -> Celery:
    """An app that talks to the settings' broker; tasks are added by `workers.tasks`."""
    app = Celery("workers", broker=settings.redis_url)
    app.conf.update(
        task_default_queue=queue_name(settings.queue_prefix, MATCH_QUEUE),
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        task_acks_late=False,  # a lost order is found by its lease
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_connection_timeout=3.0,
        broker_transport_options={
            **unacked_names(settings.queue_prefix),
            "socket_connect_timeout": 3.0,
            "socket_timeout": 3.0,
            "max_retries": 1,
            "interval_start": 0,
            "interval_max": 0.2,
        },
    )
    return app


def queues(settings: Settings) -> list[str]:
    """The queues that a worker takes orders from."""
    return [queue_name(settings.queue_prefix, queue) for queue in (MATCH_QUEUE, BUILD_QUEUE)]
