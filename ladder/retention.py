"""What is not kept for ever: bots' logs, and the traces of people's visits. Replays and results stay."""

import logging
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Max, Min, QuerySet
from django.utils import timezone
from knox.models import get_token_model

from ladder import broker
from ladder.models import Match, MatchSeat, Version
from ladder.orders import BrokerAway

log = logging.getLogger(__name__)

WINDOW = 5000
VISITS_KEPT = timedelta(days=30)
EVERY_S = 20 * 3600


@dataclass(frozen=True)
class Purged:
    """How many rows lost their log, and how many other rows are gone."""

    seats: int
    versions: int
    sessions: int
    tokens: int
    visits: int


def purge() -> Purged:
    """Remove what is older than the site keeps it (LOG_DAYS); may be called again at any time."""
    now = timezone.now()
    cutoff = now - timedelta(days=settings.LOG_DAYS)
    visits = now - VISITS_KEPT
    return Purged(
        seats=_forget_seat_logs(cutoff),
        versions=_old_versions_logs(cutoff),
        sessions=_remove(Session.objects.filter(expire_date__lt=now)),
        tokens=_remove(get_token_model().objects.filter(expiry__lt=now)),
        visits=sum(
            _remove(model.objects.filter(attempt_time__lt=visits))
            for model in (AccessAttempt, AccessFailureLog, AccessLog)
        ),
    )


def _remove(rows: QuerySet[Any]) -> int:
    """Delete these; how many they were, without what hung on them."""
    return rows.delete()[1].get(rows.model._meta.label, 0)


def _forget_seat_logs(cutoff: datetime) -> int:
    """What bots wrote in matches that ended before; what a fault quoted of it stays with the fault.

    Window by window of the primary key, each a short transaction, so that nobody waits for it.
    """
    bounds = MatchSeat.objects.aggregate(first=Min("pk"), last=Max("pk"))
    if bounds["first"] is None:
        return 0
    forgotten = 0
    for first in range(bounds["first"], bounds["last"] + 1, WINDOW):
        window = MatchSeat.objects.filter(pk__gte=first, pk__lt=first + WINDOW)
        old = Match.objects.filter(finished__lt=cutoff, pk__in=window.values("match"))
        with transaction.atomic():
            forgotten += window.filter(match__in=old).exclude(log="").update(log="")
    return forgotten


def _old_versions_logs(cutoff: datetime) -> int:
    """Build logs of versions that nobody plays any more."""
    over = (Version.State.SUPERSEDED, Version.State.RETIRED, Version.State.REJECTED, Version.State.DISABLED)
    return Version.objects.filter(state__in=over, changed__lt=cutoff).exclude(log="").update(log="")


def purge_daily() -> int:
    """Begin a purge in a process of its own, once a day however many ask; 1 when one has begun."""
    try:
        if not broker.first_within("purge", EVERY_S):
            return 0
    except BrokerAway as error:
        log.warning("the purge waits for the broker: %s", error)
        return 0
    subprocess.Popen([sys.executable, settings.BASE_DIR / "manage.py", "purge"], stdin=subprocess.DEVNULL)
    return 1
