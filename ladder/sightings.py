"""Workers, as their pulses and reports show them."""

import math
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from ladder import text
from ladder.models import Worker
from workers.contract import WorkerInfo

MOST_LANGUAGES = 50
SEEN_WITHIN = timedelta(seconds=30)


def see_all(workers: Iterable[WorkerInfo]) -> None:
    """Note each worker once, as the last of its messages shows it."""
    for worker in {worker.name: worker for worker in workers}.values():
        see(worker)


def see(worker: WorkerInfo) -> None:
    """Note that this worker lives, and what it says of itself."""
    facts = {
        "host": text.clean(worker.host, 100),
        "engine": text.clean(worker.engine, 40),
        "level": text.clean(worker.level, 12),
        "speed": worker.speed if math.isfinite(worker.speed) else 0.0,
        "trouble": text.clean(worker.trouble, 1000),
        "languages": [text.clean(language, 20) for language in worker.languages[:MOST_LANGUAGES]],
        "last_seen": timezone.now(),
    }
    name = text.clean(worker.name, 100)
    if Worker.objects.filter(name=name).update(**facts) == 0:
        Worker.objects.bulk_create([Worker(name=name, **facts)], ignore_conflicts=True)


def at_work(now: datetime) -> QuerySet[Worker]:
    """The workers that were seen just now, have no trouble, and are not drained: those that take orders."""
    return Worker.objects.filter(last_seen__gte=now - SEEN_WITHIN, trouble="", drained=None)


def lacks(language: str) -> bool:
    """Whether workers are there, and every one of them says that it cannot play this language."""
    return bool(missing([language]))


def missing(wanted: Iterable[str]) -> set[str]:
    """The languages among these that no worker has; none while no worker is there, or one does not say."""
    seen = Worker.objects.filter(last_seen__gte=timezone.now() - SEEN_WITHIN)
    spoken = list(seen.values_list("languages", flat=True))
    if not all(spoken):
        return set()
    return set(wanted).difference(*spoken) if spoken else set()
