"""Workers, as their pulses and reports show them."""

import math

from django.utils import timezone

from ladder import text
from ladder.models import Worker
from workers.contract import WorkerInfo


def see(worker: WorkerInfo) -> None:
    """Note that this worker lives, and what it says of itself."""
    facts = {
        "host": text.clean(worker.host, 100),
        "engine": text.clean(worker.engine, 40),
        "level": text.clean(worker.level, 12),
        "speed": worker.speed if math.isfinite(worker.speed) else 0.0,
        "trouble": text.clean(worker.trouble, 1000),
        "last_seen": timezone.now(),
    }
    name = text.clean(worker.name, 100)
    if Worker.objects.filter(name=name).update(**facts) == 0:
        Worker.objects.bulk_create([Worker(name=name, **facts)], ignore_conflicts=True)
