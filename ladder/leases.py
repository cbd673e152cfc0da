"""Pulses lease attempts to their workers; the sweep ends the attempts whose lease or order was lost."""

import logging
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder import builds, orders, scheduling, sightings, text
from ladder.models import Attempt, Match
from workers.contract import (
    LADDER_QUEUE,
    LEASE_S,
    MATCH_QUEUE,
    PULSE_QUEUE,
    REPORTING_LEASE_S,
    GamePulse,
    Pulse,
)

log = logging.getLogger(__name__)

State = Attempt.State

MOST_STARTED = 3
MOST_SENT_IN_VAIN = 20
RESEND_AFTER = timedelta(seconds=180)
MISSED_FOR = timedelta(seconds=10)
LONGEST_DELAY = timedelta(seconds=60)
REPORT_LOST_AFTER = timedelta(
    seconds=45
)  # a report in the hands of a ladder worker that died comes back in 30
FUTURE = timedelta(seconds=REPORTING_LEASE_S + 60)  # nothing is noted further ahead by a right clock
OPEN = (State.SENT, State.STARTED)


def pulse(message: Pulse) -> None:
    """A worker lives: lease it all the games that it holds, and count as started those that have begun."""
    sightings.see(message.worker)
    for game in message.games:
        with transaction.atomic():
            _extend(game, message.worker.name, message.worker.host)
    for build in message.builds:
        builds.extend(build)
    _note_what_it_let_go(message)


def _note_what_it_let_go(message: Pulse) -> None:
    """What the worker had begun and names no more: the broker has its report, which is on its way to us."""
    begun = Attempt.objects.filter(worker=text.clean(message.worker.name, 100), state=State.STARTED)
    held = [game.token for game in message.games]
    begun.filter(missed=None).exclude(token__in=held).update(missed=timezone.now())


def _extend(game: GamePulse, worker: str, host: str) -> None:
    attempt = Attempt.objects.filter(token=game.token, state__in=OPEN, revoked=False).first()
    if attempt is None or (str(attempt.match_id), attempt.number) != (game.match, game.attempt):
        log.info("pulse of %s for match %.20s: no open attempt of that token", worker, game.match)
        return
    lease = REPORTING_LEASE_S if game.reporting else LEASE_S
    facts = {
        "worker": text.clean(worker, 100),
        "host": text.clean(host, 100),
        "lease_until": timezone.now() + timedelta(seconds=lease),
        "missed": None,
        "decisions": min(max(game.decisions, 0), 2**31 - 1),
    }
    if game.begun or game.reporting:
        Match.objects.filter(pk=attempt.match_id, state=Match.State.QUEUED).update(state=Match.State.RUNNING)
        facts |= {"state": State.STARTED, "started": attempt.started or timezone.now()}
    Attempt.objects.filter(pk=attempt.pk, state__in=OPEN).update(**facts)


def sweep(sent: float) -> int:
    """End the attempts that were lost when this sweep was sent (seconds since the epoch); their number.

    The sweep stands in the queue of the pulses: what had been sent before it has been read before it.
    """
    _come_back_from_the_future(timezone.now())
    at = min(datetime.fromtimestamp(sent, UTC), timezone.now())
    lost = [
        (Q(lease_until__lt=at), f"the worker was silent for {LEASE_S:.0f} s"),
        (
            Q(lease_until=None, state=State.SENT, sent__lt=at - RESEND_AFTER),
            f"no worker had begun it after {RESEND_AFTER.total_seconds():.0f} s",
        ),
    ]
    if _are_empty(MATCH_QUEUE, PULSE_QUEUE):
        reason = "its order was lost: no worker had begun it and the queue was empty"
        lost.append((Q(lease_until=None, state=State.SENT, missed__lte=at - MISSED_FOR), reason))
        _mark_missed(at)
    if _are_empty(LADDER_QUEUE, PULSE_QUEUE):
        reason = "its report was lost: the worker had sent it and the queue was empty"
        lost.append((Q(state=State.STARTED, missed__lte=at - REPORT_LOST_AFTER), reason))
    return builds.put_back_the_lost(at) + sum(_end_all(condition, reason) for condition, reason in lost)


def _are_empty(*queues: str) -> bool:
    try:
        return not any(orders.waiting(queue) for queue in queues)
    except orders.BrokerAway as error:
        log.warning("sweep: %s", error)
        return False


def _come_back_from_the_future(now: datetime) -> None:
    """After a clock was set back, what was noted by the wrong one must not be waited for."""
    limit = now + FUTURE
    ahead = Attempt.objects.filter(state__in=OPEN)
    ahead.filter(lease_until__gt=limit).update(lease_until=now + timedelta(seconds=LEASE_S))
    ahead.filter(sent__gt=limit).update(sent=now)
    ahead.filter(missed__gt=limit).update(missed=None)
    Match.objects.filter(state=Match.State.PLANNED, send_after__gt=limit).update(send_after=now)


def _mark_missed(at: datetime) -> None:
    unseen = Attempt.objects.filter(state=State.SENT, lease_until=None, sent__lt=at, missed=None)
    unseen.update(missed=at)


def _end_all(condition: Q, reason: str) -> int:
    lost = Attempt.objects.filter(condition, state__in=OPEN).order_by("pk")
    return sum(end(attempt, State.EXPIRED, reason, condition) for attempt in lost)


def end(attempt: Attempt, state: State, reason: str, condition: Q | None = None) -> bool:
    """Close an open attempt (if `condition` still holds) and plan its match again, or void it.

    Returns whether it was this call that closed it.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).get(pk=attempt.match_id)
        still = Attempt.objects.filter(condition or Q(), pk=attempt.pk, state__in=OPEN)
        if still.update(state=state, reason=text.clean(reason, 1000), ended=timezone.now()) != 1:
            return False
        if match.state in scheduling.OPEN:
            _plan_again(match, reason)
    return True


def _plan_again(match: Match, reason: str) -> None:
    """Back to `planned`, or void after too many attempts."""
    tries = list(match.attempts.only("state", "started"))
    if any(each.state in OPEN for each in tries):
        return
    begun = sum(each.started is not None for each in tries)
    if begun >= MOST_STARTED:
        void(match, f"{begun} attempts to play it were begun and none finished; the last: {reason}")
    elif len(tries) - begun >= MOST_SENT_IN_VAIN:
        void(match, f"It was sent {len(tries) - begun} times and never begun; the last time: {reason}")
    else:
        send_after = timezone.now() + _delay(sum(each.state == State.FAILED for each in tries))
        Match.objects.filter(pk=match.pk).update(state=Match.State.PLANNED, send_after=send_after)
        transaction.on_commit(lambda: scheduling.send(match.pk))


def _delay(failed: int) -> timedelta:
    """After a lost lease or one failure at once; after 2, 3, 4 … failures 1, 2, 4 … seconds, at most 60."""
    return min(timedelta(seconds=2 ** min(failed, 10) // 4), LONGEST_DELAY)


def void(match: Match, reason: str) -> bool:
    """End an open match without a result: no report counts any more. True when it was this call that did.

    Call it inside a transaction.
    """
    now = timezone.now()
    reason = text.clean(reason, 1000)
    still_open = Match.objects.filter(pk=match.pk, state__in=scheduling.OPEN)
    if still_open.update(state=Match.State.VOID, void_reason=reason, finished=now) != 1:
        return False
    match.attempts.filter(state__in=OPEN).update(state=State.FAILED, reason="the match is void", ended=now)
    match.attempts.update(revoked=True)
    if match.kind == Match.Kind.TRIAL:
        builds.trial_void(match, reason)
    return True
