"""A worker whose matches have far more faults than the others' is drained, and its results are reviewed."""

import logging
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from engine import __version__
from ladder import incidents, orders
from ladder.models import Result, User, Worker

log = logging.getLogger(__name__)

LAST = 200
FEWEST = 40  # of its own and of the others' results, before anybody is judged
TIMES_THE_OTHERS = 2.0
DEVIATIONS = 4.0
SEEN_WITHIN = timedelta(hours=1)


@dataclass(frozen=True)
class Record:
    """Of so many results, so many had a faulty seat."""

    results: int
    faulty: int

    @property
    def share(self) -> float:
        """Faulty ones among the results, a little above nothing where there are none."""
        return (self.faulty + 1) / (self.results + 2)


def check() -> int:
    """Drain the workers that stand out, and tell the broker who is drained; how many were drained now."""
    drained = 0
    workers = Worker.objects.filter(drained=None, last_seen__gte=timezone.now() - SEEN_WITHIN)
    records = {worker: record(worker) for worker in workers}
    for worker, own in records.items():
        others = _sum(each for other, each in records.items() if other != worker)
        if stands_out(own, others):
            drained += _drain(worker, own, others)
    tell()
    return drained


def record(worker: Worker) -> Record:
    """Of the worker's last 200 results since it is trusted."""
    faults = list(results(worker).values_list("faults", flat=True)[:LAST])
    return Record(len(faults), sum(bool(each) for each in faults))


def results(worker: Worker) -> QuerySet[Result]:
    """What is held against the worker or speaks for it, the newest first."""
    found = Result.objects.filter(attempt__worker=worker.name, attempt__state="reported")
    if worker.trusted_since is not None:
        found = found.filter(received__gt=worker.trusted_since)
    return found.order_by("-received")


def stands_out(own: Record, others: Record) -> bool:
    """Whether chance cannot explain how many more faults there are: four deviations, and twice the share."""
    if min(own.results, others.results) < FEWEST:
        return False
    usual = others.share
    deviation = math.sqrt(usual * (1 - usual) * (1 / own.results + 1 / others.results))
    return own.share > max(TIMES_THE_OTHERS * usual, usual + DEVIATIONS * deviation)


def _sum(records: Iterable[Record]) -> Record:
    counted = list(records)
    return Record(sum(each.results for each in counted), sum(each.faulty for each in counted))


def _drain(worker: Worker, own: Record, others: Record) -> bool:
    why = (
        f"{own.faulty} of its last {own.results} matches had a faulty bot, "
        f"{others.faulty} of {others.results} on the other workers"
    )
    waiting = Worker.objects.filter(pk=worker.pk, drained=None)
    if waiting.update(drained=timezone.now(), drained_because=why) != 1:
        return False
    incidents.note("worker-drained", f"{worker.name} takes no more orders: {why}")
    return True


def take_back(worker: Worker, by: User) -> Worker:
    """Let a drained worker take orders again; what it did before is held against it no more."""
    drained = Worker.objects.filter(pk=worker.pk, drained__isnull=False)
    if drained.update(drained=None, drained_because="", trusted_since=timezone.now()):
        incidents.note("worker-taken-back", f"{worker.name} takes orders again, says {by}")
    tell()
    worker.refresh_from_db()
    return worker


def tell() -> None:
    """Write into the broker who is drained; said again by every check, as a broker may forget."""
    try:
        orders.tell_drained(reasons())
    except orders.BrokerAway as error:
        log.warning("drained workers are told later: %s", error)


def reasons() -> Mapping[str, str]:
    """Why, by the name of each worker that shall take no orders: drained, or of another engine."""
    drained = Worker.objects.filter(drained__isnull=False).values_list("name", "drained_because")
    return _of_another_engine() | dict(drained)


def _of_another_engine() -> dict[str, str]:
    """They could only refuse our orders; once they are brought up to date, their next pulse says so."""
    seen = Worker.objects.filter(last_seen__gte=timezone.now() - SEEN_WITHIN).exclude(engine=__version__)
    return {
        worker.name: f"it has engine {worker.engine}, this site has {__version__}: install that version there"
        for worker in seen
    }
