"""Telling the fold and the tournaments, in empty messages, that there is work; beat says it, too."""

import logging

from django.db import transaction

from ladder import orders, scheduling
from ladder.celery import FOLD, TOURNAMENTS
from ladder.models import Match, Result
from workers.contract import LADDER_QUEUE

log = logging.getLogger(__name__)


def on_commit(competition_id: int) -> None:
    """Wake the fold once this transaction is committed, unless results wait already: call it before yours."""
    waiting = Result.objects.filter(competition=competition_id, rated=True, fold_seq=None)
    if waiting.exists():
        return
    transaction.on_commit(_wake)


def tournaments_on_commit() -> None:
    """Once this transaction is committed, have tournaments go on, if no match of any is left under way.

    While some are, beat comes in time.
    """
    under_way = Match.objects.filter(kind=Match.Kind.TOURNAMENT, state__in=scheduling.OPEN)
    if not under_way.exists():
        transaction.on_commit(lambda: _publish(TOURNAMENTS))


def _wake() -> None:
    _publish(FOLD)


def _publish(task: str) -> None:
    try:
        orders.publish(task, LADDER_QUEUE)
    except orders.BrokerAway as error:
        log.warning("%s waits for beat: %s", task, error)
