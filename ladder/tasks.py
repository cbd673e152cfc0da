"""The ladder's tasks: what workers report, and what beat reminds of. Each calls one verb."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from celery import Task

from ladder import (
    accounts,
    breaker,
    broker,
    builds,
    challenges,
    comparisons,
    competitions,
    filling,
    leases,
    notices,
    repeats,
    results,
    retention,
    scheduling,
    sittings,
    webhook_delivery,
    webhooks,
    worker_watch,
)
from ladder.celery import (
    BREAKER,
    BUILDS,
    CHALLENGES,
    COMPARE,
    COMPARISONS,
    DATES,
    FILL,
    FITS,
    FOLD,
    FORGET,
    MAIL,
    PURGE,
    SCHEDULE,
    SEND,
    SIT,
    TABLES,
    TOURNAMENTS,
    WATCH,
    WEBHOOKS,
    app,
)
from ladder.deliveries import DATABASE_AWAY, Together, deliver, deliver_together, log
from ladder.drain import Drain, message_of
from ladder.orders import BrokerAway
from ladder.ratings import fold, nightly
from ladder.similarity import checks
from ladder.tournaments import running, schedule
from workers.contract import (
    BUILT,
    LADDER_QUEUE,
    PROGRESS,
    REPORT,
    STARTED,
    SWEEP,
    BuildReport,
    MatchReport,
    Pulse,
)

reports = Drain(REPORT, LADDER_QUEUE)


@app.task(name=STARTED, bind=True)
def started(self: Task[Any, Any], *args: Any, **extra: Any) -> None:
    """A worker has begun an order."""
    deliver(message_of(self, args, extra), Pulse, leases.pulse)


@app.task(name=PROGRESS, bind=True)
def progress(self: Task[Any, Any], *args: Any, **extra: Any) -> None:
    """A worker lives, with the games that it holds."""
    deliver(message_of(self, args, extra), Pulse, leases.pulse)


@app.task(name=SWEEP, bind=True)
def sweep(self: Task[Any, Any], *args: Any, **extra: Any) -> None:
    """Look for what was lost when this message was sent; its argument is that time."""
    deliver(message_of(self, args, extra), float, leases.sweep)


@app.task(name=REPORT, bind=True)
def report(self: Task[Any, Any], *args: Any, **extra: Any) -> None:
    """What came of a game; other reports that wait behind it are taken along."""
    with suppress(Together), reports.taken() as others:
        messages = [message_of(self, args, extra), *others]
        deliver_together(messages, MatchReport, results.record, results.record_all)


@app.task(name=BUILT, bind=True)
def built(self: Task[Any, Any], *args: Any, **extra: Any) -> None:
    """What came of a build."""
    deliver(message_of(self, args, extra), BuildReport, builds.record)


@app.task(name=FOLD)
def fold_ratings() -> None:
    """Apply the results that wait to the ratings."""
    _remind(fold.fold_all)


@app.task(name=FITS)
def fit_ratings() -> None:
    """See whether reference ratings are due."""
    _remind(nightly.start)


@app.task(name=FILL)
def fill() -> None:
    """Plan ladder matches."""
    _remind(filling.fill)


@app.task(name=SEND)
def send() -> None:
    """Send the orders that are due or that the broker did not take."""
    _remind(scheduling.send_due)


@app.task(name=BUILDS)
def send_builds() -> None:
    """Send the build orders that are due, unsent or unanswered."""
    _remind(builds.send_due)


@app.task(name=WATCH)
def watch_workers() -> None:
    """Say at the broker whose books these are; drain workers that have far more faults than the others."""
    _claim()
    _remind(worker_watch.check)


@app.task(name=BREAKER)
def check_breakers() -> None:
    """Take versions that fault again and again out of play."""
    _remind(breaker.check)


@app.task(name=DATES)
def keep_dates() -> None:
    """Open, freeze and close competitions at their dates."""
    _remind(competitions.keep_dates)


@app.task(name=CHALLENGES)
def start_challenges() -> None:
    """Plan the matches that people asked for and whose turn it is."""
    _remind(challenges.start_due)


@app.task(name=SCHEDULE)
def keep_schedule() -> None:
    """Make the next tournament of each series; freeze and start those whose time has come."""
    _remind(schedule.keep)


@app.task(name=TOURNAMENTS)
def advance_tournaments() -> None:
    """Book, draw and plan what tournaments under way need."""
    _remind(running.advance_all)


@app.task(name=SIT)
def sit(pk: int) -> None:
    """Let the house bots move at a person's table."""
    _remind(partial(sittings.let_bots_play, pk))


@app.task(name=TABLES)
def tidy_tables() -> None:
    """Close tables that were left, and ask bots again whose turn got lost."""
    _remind(sittings.tidy)


@app.task(name=COMPARISONS)
def go_on_comparing() -> None:
    """End comparisons that are decided, and plan the next blocks of the others."""
    _remind(comparisons.go_on)


@app.task(name=MAIL)
def send_mails() -> None:
    """Mail the notices that are due."""
    _remind(notices.send_mails)


@app.task(name=WEBHOOKS)
def tell_webhooks() -> None:
    """Tell webhooks what happened."""
    _remind(webhook_delivery.start)


@app.task(name=COMPARE)
def compare_uploads() -> None:
    """See whether organisers asked for a comparison of uploads."""
    _remind(checks.start)


@app.task(name=FORGET)
def forget_uploads() -> None:
    """Remove the files of deleted accounts, answers that nobody asks for again, old logs of webhooks."""
    _remind(accounts.forget_uploads)
    _remind(repeats.forget)
    _remind(webhooks.forget)


@app.task(name=PURGE)
def purge_logs() -> None:
    """Have what is older than the site keeps it removed, once a day."""
    _remind(retention.purge_daily)


def _claim() -> None:
    """Renew what keeps another site away from our queues, and shows that clock and worker live."""
    try:
        if broker.claim().site != broker.site_id():
            log.error("%s", broker.foreign())
    except BrokerAway as error:
        log.warning("the claim is renewed later: %s", error)


def _remind(verb: Callable[[], int]) -> None:
    """Call a verb that beat will call again in a few seconds anyway."""
    try:
        verb()
    except DATABASE_AWAY as error:
        log.warning("the database is away; beat will remind again: %s", error)
