"""Metrics for Prometheus: page latencies counted as they happen, all else read when asked for."""

import os
from collections.abc import Iterable

from django.conf import settings
from django.db import DatabaseError

if settings.METRICS_FOLDER:  # the library looks for this when it is imported
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_FOLDER)

from prometheus_client import CollectorRegistry, Histogram, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from ladder import broker, figures, health
from ladder.figures import Figures
from ladder.orders import BrokerAway

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

own = CollectorRegistry()
PAGES = Histogram(
    "wateringhole_request_seconds",
    "Time to answer a request, by view and first digit of the status.",
    ("view", "status"),
    registry=own,
    buckets=BUCKETS_S,
)


def text() -> bytes:
    """All metrics as Prometheus reads them."""
    registry = CollectorRegistry()
    if settings.METRICS_FOLDER:
        multiprocess.MultiProcessCollector(registry, str(settings.METRICS_FOLDER))  # type: ignore[no-untyped-call]
    registry.register(Service())
    pages = b"" if settings.METRICS_FOLDER else generate_latest(own)
    return pages + generate_latest(registry)


class Service(Collector):
    """The service as database and broker know it; what is away is left out, and its `up` is 0."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """All families; asked for at each scrape."""
        up = GaugeMetricFamily(
            "wateringhole_up", "Whether this part answers the site (1) or not (0).", labels=["part"]
        )
        found = _figures()
        up.add_metric(["database"], float(found is not None))
        lengths = _lengths()
        up.add_metric(["broker"], float(lengths is not None))
        yield up
        if lengths is not None:
            yield _by("queue_messages", "Messages that wait at the broker.", "queue", lengths)
        if found is not None:
            yield from _of_the_ladder(found)
            yield from _of_the_workers(found)


def _figures() -> Figures | None:
    try:
        return figures.read()
    except DatabaseError:
        return None


def _lengths() -> dict[str, int] | None:
    try:
        return broker.lengths()
    except BrokerAway:
        return None


def _of_the_ladder(found: Figures) -> Iterable[GaugeMetricFamily]:
    yield _by("matches", "Matches that are not over, by state.", "state", found.matches)
    yield _by("versions", "Uploads whose check is not over, by state.", "state", found.versions)
    yield _one("queue_age_seconds", "How long the match waits that waits longest.", found.queue_age_s)
    yield _one("results_last_hour", "Results received in the last hour.", found.results_last_hour)
    yield _one("results_unfolded", "Results that are not yet in the ratings.", found.unfolded)
    yield _one("fold_lag_seconds", "How long the oldest of these waits.", found.fold_lag_s)
    yield _by("recent_attempts", "The last thousand attempts, by state.", "state", found.attempts)
    yield _by("recent_faults", "Faults in the last thousand results, by kind.", "kind", found.faults)
    yield _one("incidents_last_day", "Incidents in the last day.", found.incidents_last_day)


def _of_the_workers(found: Figures) -> Iterable[GaugeMetricFamily]:
    states = dict.fromkeys(("well", "trouble", "drained", "silent"), 0)
    sandbox = {}
    for worker in found.workers:
        states[worker.state] += 1
        if worker.state != "silent":
            sandbox[worker.name] = int(not health.is_level(worker.level, settings.SANDBOX_MINIMUM))
    yield _by("workers", "Match workers heard of in the last hour, by state.", "state", states)
    yield _by("sandbox_unavailable", "1 where the sandbox's self-test fails.", "worker", sandbox)
    playing = {worker.name: worker.playing for worker in found.workers}
    yield _by("worker_playing", "Games that a worker plays now.", "worker", playing)
    played = {worker.name: worker.played for worker in found.workers}
    yield _by("worker_played_last_hour", "Results of a worker in the last hour.", "worker", played)
    speed = {worker.name: worker.speed for worker in found.workers}
    yield _by("worker_speed", "A worker's speed over the reference machine's.", "worker", speed)


def _one(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"wateringhole_{name}", about, value=float(value))


def _by(name: str, about: str, label: str, values: dict[str, int] | dict[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"wateringhole_{name}", about, labels=[label])
    for key, value in values.items():
        family.add_metric([key], float(value))
    return family
