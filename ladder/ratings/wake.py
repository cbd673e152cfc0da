"""Telling the fold that there is something to fold. The message carries nothing; beat says it as well."""

import logging

from django.db import transaction

from ladder import orders
from ladder.celery import FOLD
from ladder.models import Result
from workers.contract import LADDER_QUEUE

log = logging.getLogger(__name__)


def on_commit(competition_id: int) -> None:
    """Wake the fold once this transaction is committed, unless results wait already: call it before yours."""
    waiting = Result.objects.filter(competition=competition_id, rated=True, fold_seq=None)
    if waiting.exists():
        return
    transaction.on_commit(_wake)


def _wake() -> None:
    try:
        orders.publish(FOLD, LADDER_QUEUE)
    except orders.BrokerAway as error:
        log.warning("the fold waits for beat: %s", error)
