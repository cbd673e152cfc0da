"""What must be right for the service to work: each thing looked at once, and said in one sentence."""

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min
from django.utils import timezone

from ladder import broker
from ladder.models import Match, Worker
from ladder.orders import BrokerAway

SEEN_WITHIN = timedelta(seconds=30)
WAITS_TOO_LONG = timedelta(minutes=5)
STANDS_STILL_S = 120
LEVELS = ("none", "namespaces", "full")
FRESH_S = 5
FREE_MB = 256
PUBLIC = {
    "database": "The database does not answer.",
    "schema": "The site is being brought up to date.",
    "broker": "The queue between site and workers cannot be used: matches, uploads and results wait.",
    "disk": "The site's disk is nearly full: uploads are refused and results wait.",
    "keepers": "The ladder's clock stands still: nothing new is planned, and results wait.",
    "workers": "No worker takes orders: matches and uploads wait.",
    "sandbox": "A worker's sandbox is weaker than this site wants; that worker plays no match.",
    "queue": "Matches wait longer than usual.",
}
"""What a visitor is told, without the machine's words: these may name hosts and users."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at; `text` says what was found, `advice` what to do when it is not well.

    Without what is `vital` the site can do nothing; without the rest things wait, and nothing is lost.
    """

    name: str
    ok: bool
    text: str
    advice: str = ""
    vital: bool = False


def checks() -> list[Check]:
    """Everything, in the order in which one would look; what stands on a broken thing is left out."""
    found = [_database()]
    if found[0].ok:
        found.append(_schema())
    found += [_broker(), _disk()]
    if not all(check.ok for check in found if check.vital):
        return found
    return [*found, _keepers(), _workers(), _sandbox(), _queue()]


def troubles(found: Sequence[Check]) -> list[Check]:
    """Those that are not well, the worst first."""
    return sorted((check for check in found if not check.ok), key=lambda check: not check.vital)


def worst() -> Check | None:
    """What is worst now, looked at every few seconds however many ask; None when all is well."""
    found: list[Check] | None = cache.get("health")
    if found is None:
        found = troubles(checks())
        cache.set("health", found, FRESH_S)
    return found[0] if found else None


def schema_trouble() -> str:
    """Why this program cannot work with its database; empty when it can. DatabaseError when it is away."""
    executor = MigrationExecutor(connection)
    wanted = executor.loader.graph.leaf_nodes()
    missing = [migration.name for migration, _ in executor.migration_plan(wanted)]
    if not missing:
        return ""
    return (
        f"the database is older than this program: it lacks {len(missing)} migrations, from {missing[0]} on"
    )


def _guarded(name: str, look: Callable[[], str], well: str, advice: str) -> Check:
    """A vital check: `look` says what is wrong, or raises."""
    try:
        wrong = look()
    except (DatabaseError, BrokerAway) as error:
        wrong = str(error).strip().partition("\n")[0] or type(error).__name__
    return Check(name, not wrong, wrong or well, "" if not wrong else advice, vital=True)


def _database() -> Check:
    def look() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return ""

    advice = "start it, or correct DATABASE_URL"
    return _guarded("database", look, f"{connection.display_name} answers", advice)


def _schema() -> Check:
    return _guarded("schema", schema_trouble, "all migrations are applied", "run: manage.py migrate")


def _broker() -> Check:
    advice = "start it, correct REDIS_URL, or choose another QUEUE_PREFIX; matches and reports wait meanwhile"
    return _guarded("broker", broker.foreign, "it answers", advice)


def _disk() -> Check:
    """Uploads and replays need room; without it they are refused or wait, and nothing is lost."""
    free_mb = shutil.disk_usage(settings.SITE.data).free >> 20
    if free_mb >= FREE_MB:
        return Check("disk", True, f"{free_mb:,} MB are free for uploads and replays")
    advice = "make room; nothing is deleted by itself"
    return Check("disk", False, f"only {free_mb:,} MB are free in {settings.SITE.data}", advice)


def _keepers() -> Check:
    """The clock and the ladder's worker: together they say every 20 seconds that they live."""
    try:
        holder = broker.claimed()
    except BrokerAway as error:
        return Check("keepers", False, str(error), "start the broker")
    since = None if holder is None else time.time() - holder.at
    if since is not None and since <= STANDS_STILL_S:
        return Check("keepers", True, f"the ladder's clock ticked {max(since, 0):.0f} s ago")
    how_long = "three minutes" if since is None else f"{since:.0f} s"
    advice = "start beat and the ladder worker (celery -A ladder.celery), and read their logs"
    return Check("keepers", False, f"the ladder's clock or its worker has not moved for {how_long}", advice)


def _workers() -> Check:
    alive = list(Worker.objects.filter(last_seen__gt=timezone.now() - SEEN_WITHIN))
    well = [worker for worker in alive if not worker.trouble]
    if well:
        return Check("workers", True, f"{len(well)} of {len(alive)} workers take orders")
    if not alive:
        advice = "start one: python -m workers serve --name NAME"
        return Check("workers", False, "no match worker is heard of, so matches wait", advice)
    why = f"no worker takes orders; {alive[0].name} says: {alive[0].trouble}"
    return Check("workers", False, why, "set right what the workers say")


def _sandbox() -> Check:
    """Whether the workers' self-tests found at least the level that the site asks for."""
    alive = Worker.objects.filter(last_seen__gt=timezone.now() - SEEN_WITHIN)
    weak = [worker.name for worker in alive if not is_level(worker.level, settings.SANDBOX_MINIMUM)]
    if not weak:
        return Check("sandbox", True, f"level {settings.SANDBOX_MINIMUM} or better on every worker")
    advice = "run `python -m workers.sandbox` there: it says what is missing"
    names = ", ".join(weak[:3]) + (" and others" if len(weak) > 3 else "")
    text = f"{names}: the sandbox does not reach the level {settings.SANDBOX_MINIMUM}"
    return Check("sandbox", False, text, advice)


def is_level(level: str, minimum: str) -> bool:
    """Whether a sandbox of this level (empty: its self-test failed) is as strong as that."""
    return level in LEVELS and LEVELS.index(level) >= LEVELS.index(minimum)


def _queue() -> Check:
    due = Match.objects.filter(state__in=(Match.State.PLANNED, Match.State.QUEUED))
    since = due.filter(send_after__lte=timezone.now()).aggregate(since=Min("created"))["since"]
    waited = timedelta() if since is None else timezone.now() - since
    if waited < WAITS_TOO_LONG:
        return Check("queue", True, f"the match that waits longest has waited {waited.total_seconds():.0f} s")
    advice = "add workers, or see why they take no orders"
    return Check("queue", False, f"a match has waited for {waited.total_seconds() / 60:.0f} minutes", advice)
