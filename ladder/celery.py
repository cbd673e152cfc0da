"""The ladder's Celery app: its queues, its settings, and what beat sends at which interval.

celery -A ladder.celery worker --pool=solo -Q <prefix>.pulse      one process, never more
celery -A ladder.celery worker --pool=solo -Q <prefix>.ladder     one or more
celery -A ladder.celery worker --pool=solo -Q <prefix>.table      one or more: house bots at people's tables
celery -A ladder.celery beat
"""

import os
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")

from celery import Celery
from celery.beat import BeatLazyFunc
from django.conf import settings

from workers.contract import LADDER_QUEUE, PULSE_QUEUE, SWEEP, queue_name

FOLD, FILL, SEND, BUILDS = "ladder.fold", "ladder.fill", "ladder.send", "ladder.builds"
BREAKER, MAIL, FORGET, DATES = "ladder.breaker", "ladder.mail", "ladder.forget", "ladder.dates"
CHALLENGES, TOURNAMENTS, SCHEDULE = "ladder.challenges", "ladder.tournaments", "ladder.schedule"
WEBHOOKS, COMPARE = "ladder.webhooks", "ladder.compare"
SIT, TABLES = "ladder.sit", "ladder.tables"
COMPARISONS = "ladder.comparisons"
FITS, WATCH, PURGE = "ladder.fits", "ladder.watch", "ladder.purge"

PULSES = queue_name(settings.QUEUE_PREFIX, PULSE_QUEUE)
LADDER = queue_name(settings.QUEUE_PREFIX, LADDER_QUEUE)
TABLE_QUEUE = "table"
TABLE = queue_name(settings.QUEUE_PREFIX, TABLE_QUEUE)

# A message taken by a process that died comes back after this long. All tasks here take far less.
COMES_BACK_S = 30

app = Celery("ladder")
app.conf.update(
    broker_url=settings.BROKER_URL,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "visibility_timeout": COMES_BACK_S,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "unacked_key": f"{settings.QUEUE_PREFIX}.ladder.unacked",
        "unacked_index_key": f"{settings.QUEUE_PREFIX}.ladder.unacked_index",
        "unacked_mutex_key": f"{settings.QUEUE_PREFIX}.ladder.unacked_mutex",
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
        "socket_keepalive": True,
    },
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_default_queue=LADDER,
    worker_prefetch_multiplier=1,
    worker_consumer="ladder.consumer:Consumer",
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    timezone="UTC",
    imports=["ladder.tasks"],
    beat_scheduler="celery.beat:Scheduler",  # nothing to remember: all intervals are seconds
    beat_max_loop_interval=1,
    beat_schedule={
        "sweep": {
            "task": SWEEP,
            "schedule": 3.0,
            "args": (BeatLazyFunc(time.time),),
            "options": {"queue": PULSES},
        },
        "fill": {"task": FILL, "schedule": 2.0, "options": {"queue": LADDER, "expires": 10}},
        "fold": {"task": FOLD, "schedule": 3.0, "options": {"queue": LADDER, "expires": 10}},
        "send": {"task": SEND, "schedule": 3.0, "options": {"queue": LADDER, "expires": 10}},
        "fits": {"task": FITS, "schedule": 300.0, "options": {"queue": LADDER, "expires": 60}},
        "builds": {"task": BUILDS, "schedule": 5.0, "options": {"queue": LADDER, "expires": 10}},
        "watch": {"task": WATCH, "schedule": 20.0, "options": {"queue": LADDER, "expires": 20}},
        "breaker": {"task": BREAKER, "schedule": 5.0, "options": {"queue": LADDER, "expires": 10}},
        "dates": {"task": DATES, "schedule": 5.0, "options": {"queue": LADDER, "expires": 10}},
        "challenges": {"task": CHALLENGES, "schedule": 3.0, "options": {"queue": LADDER, "expires": 10}},
        "tournaments": {"task": TOURNAMENTS, "schedule": 2.0, "options": {"queue": LADDER, "expires": 10}},
        "schedule": {"task": SCHEDULE, "schedule": 5.0, "options": {"queue": LADDER, "expires": 10}},
        "tables": {"task": TABLES, "schedule": 10.0, "options": {"queue": TABLE, "expires": 10}},
        "comparisons": {"task": COMPARISONS, "schedule": 3.0, "options": {"queue": LADDER, "expires": 10}},
        "mail": {"task": MAIL, "schedule": 10.0, "options": {"queue": LADDER, "expires": 10}},
        "webhooks": {"task": WEBHOOKS, "schedule": 5.0, "options": {"queue": LADDER, "expires": 10}},
        "compare": {"task": COMPARE, "schedule": 10.0, "options": {"queue": LADDER, "expires": 10}},
        "purge": {"task": PURGE, "schedule": 900.0, "options": {"queue": LADDER, "expires": 600}},
        "forget": {"task": FORGET, "schedule": 600.0, "options": {"queue": LADDER, "expires": 600}},
    },
)
