"""Matches are planned, and their orders leave: at once, or again, or once a worker can play them."""

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from ladder import orders, sightings
from ladder.models import Attempt, Competition, Match, MatchSeat
from workers import logs

log = logging.getLogger(__name__)

UNSENT_AFTER = timedelta(seconds=5)
LOOK_AGAIN_AFTER = timedelta(seconds=10)
"""How long a match rests that no worker can play now."""
OPEN = (Match.State.PLANNED, Match.State.QUEUED, Match.State.RUNNING)


def plan(competition: Competition, kind: str, line_up: Sequence[int], *, rated: bool = True) -> Match:
    """A new match with these versions on its seats, in order, under the competition's rules of now.

    Call it inside a transaction. Its order leaves when the transaction commits.
    """
    match = draw_up(competition, kind, line_up, rated=rated)
    transaction.on_commit(lambda: send(match.pk))
    return match


@dataclass(frozen=True)
class Draw:
    """What chance decides of a match: the deck's seed, each bot's; and its block of matches, if any."""

    seed: int
    bot_seeds: tuple[int, ...]
    block: str = ""


def drawn(seats: int) -> Draw:
    """A draw of its own for a match with so many seats."""
    return Draw(secrets.randbelow(2**53), tuple(secrets.randbelow(2**31) for _ in range(seats)))


def draw_up(
    competition: Competition,
    kind: str,
    line_up: Sequence[int],
    *,
    rated: bool = True,
    draw: Draw | None = None,
) -> Match:
    """Like `plan`, with a given draw perhaps; the caller sees to it that the order leaves."""
    draw = draw or drawn(len(line_up))
    match = Match.objects.create(
        competition=competition,
        kind=kind,
        rated=rated and kind != Match.Kind.TRIAL,
        players=len(line_up),
        ruleset=competition.ruleset,
        options=competition.options,
        limits=competition.limits,
        seed=draw.seed,
        block=draw.block,
    )
    _sit_down(match, line_up, draw.bot_seeds)
    return match


def seat(match: Match, line_up: Sequence[int], bot_seeds: Sequence[int]) -> None:
    """Put the versions on the seats of a new match and have its order sent on commit."""
    _sit_down(match, line_up, bot_seeds)
    transaction.on_commit(lambda: send(match.pk))


def _sit_down(match: Match, line_up: Sequence[int], bot_seeds: Sequence[int]) -> None:
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=i, version_id=version, bot_seed=bot_seed)
        for i, (version, bot_seed) in enumerate(zip(line_up, bot_seeds, strict=True))
    )


def send(match_id: int) -> bool:
    """Send a planned match's order; True when the broker took it. Else `send_due` will try again."""
    return send_together([match_id]) == 1


def send_together(match_ids: Sequence[int]) -> int:
    """Send planned matches of equal limits as one order, for one worker; how many left."""
    try:
        return _send(match_ids)
    except orders.BrokerAway as error:
        log.warning("matches %s wait for the broker: %s", match_ids, error)
        return 0


def send_due() -> int:
    """Send what is planned and due, and what the broker did not take; the number of orders that it took."""
    now = timezone.now()
    planned = Match.objects.filter(state=Match.State.PLANNED, send_after__lte=now)
    unsent = Attempt.objects.filter(
        state=Attempt.State.SENT, sent=None, created__lt=now - UNSENT_AFTER, match__state=Match.State.QUEUED
    )
    sent = 0
    try:
        for match_id in planned.order_by("pk").values_list("pk", flat=True)[:200]:
            sent += _send([match_id])
        for attempt in unsent.select_related("match").order_by("pk")[:200]:
            sent += _publish([attempt])
    except orders.BrokerAway as error:
        log.warning("orders wait for the broker: %s", error)
    return sent


def _send(match_ids: Sequence[int]) -> int:
    attempts = [attempt for match_id in match_ids if (attempt := _new_attempt(match_id)) is not None]
    return _publish(attempts) if attempts else 0


def _new_attempt(match_id: int) -> Attempt | None:
    """Claim a planned match and make its next attempt; None when another process has claimed it.

    None also when no worker has a language of its bots: the match stays planned and is looked at again.
    """
    with transaction.atomic():
        due = Match.objects.filter(pk=match_id, state=Match.State.PLANNED, send_after__lte=timezone.now())
        if missing_languages(match_id):
            due.update(send_after=timezone.now() + LOOK_AGAIN_AFTER)
            return None
        if due.update(state=Match.State.QUEUED) != 1:
            return None
        last = Attempt.objects.filter(match=match_id).aggregate(last=Max("number"))["last"] or 0
        return Attempt.objects.create(match_id=match_id, number=last + 1)


def missing_languages(match_id: int) -> set[str]:
    """The languages of the match's bots that no worker has now; empty also when no worker is there at all."""
    seats = MatchSeat.objects.filter(match=match_id)
    return sightings.missing(seats.values_list("version__language", flat=True).distinct())


def waits_for(match: Match) -> str:
    """Why a planned match is held back, in a sentence; empty when it is not."""
    missing = sorted(missing_languages(match.pk)) if match.state == Match.State.PLANNED else []
    if not missing:
        return ""
    return f"No worker of this site can play {', '.join(missing)} now; the match waits until one can."


def _publish(attempts: Sequence[Attempt]) -> int:
    now = timezone.now()
    orders.send_matches(attempts, now)
    for attempt in attempts:
        with logs.about(match=attempt.match_id, attempt=attempt.number):
            log.info("the order is sent")
    Attempt.objects.filter(pk__in=[attempt.pk for attempt in attempts], sent=None).update(sent=now)
    return len(attempts)
