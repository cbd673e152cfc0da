"""Orders to the workers, and the one seam through which the ladder speaks to the broker."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from kombu.exceptions import KombuError, OperationalError
from redis.exceptions import RedisError

from engine import __version__
from ladder import blobs
from ladder.celery import app
from ladder.models import Attempt, Competition, Match, MatchSeat, Version
from workers import wire
from workers.contract import (
    BUILD,
    BUILD_QUEUE,
    MATCH_QUEUE,
    PLAY,
    START_WITHIN_S,
    BuildOrder,
    GameOrder,
    Limits,
    MatchOrder,
    SeatOrder,
    drained_name,
    queue_name,
)

FIRST, ORDINARY = 0, 3
"""The broker's priorities: a queue's messages of the first are handed out before all others."""
SOMEBODY_WAITS = (Match.Kind.TRIAL, Match.Kind.CHALLENGE)
BROKER_ERRORS = (OperationalError, KombuError, RedisError, OSError)


class BrokerAway(Exception):
    """The broker did not take a message or did not answer."""


def publish(task: str, queue: str, message: Any = None, priority: int = FIRST) -> None:
    """Have the broker take one message for the queue `<prefix>.<queue>`; BrokerAway when it does not.

    `message` is a contract's record, or None for a task that only means "wake up".
    """
    try:
        app.send_task(
            task,
            args=() if message is None else (wire.encode(message),),
            queue=queue_name(settings.QUEUE_PREFIX, queue),
            priority=priority,
            retry=True,
            retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2},
        )
    except BROKER_ERRORS as error:
        raise BrokerAway(f"the broker took no {task}: {error}") from error


def waiting(queue: str) -> int:
    """How many messages wait in the queue `<prefix>.<queue>`; BrokerAway when the broker does not answer."""
    name = queue_name(settings.QUEUE_PREFIX, queue)
    try:
        with app.connection_or_acquire() as connection:
            return int(connection.default_channel.queue_declare(queue=name).message_count)
    except BROKER_ERRORS as error:
        raise BrokerAway(f"the broker did not say how long {name} is: {error}") from error


def tell_drained(reasons: Mapping[str, str]) -> None:
    """Let the workers read which of them shall take no orders, and why; BrokerAway when nobody can."""
    name = drained_name(settings.QUEUE_PREFIX)
    try:
        with app.connection_or_acquire() as connection:
            pipeline = connection.default_channel.client.pipeline(transaction=True)
            pipeline.delete(name)
            for worker, reason in reasons.items():
                pipeline.hset(name, worker, reason)
            pipeline.execute()
    except BROKER_ERRORS as error:
        raise BrokerAway(f"the broker did not take who is drained: {error}") from error


def send_matches(attempts: Sequence[Attempt], now: datetime) -> None:
    """Publish one order to play these attempts' matches: ahead of the queue if somebody waits for one.

    That is a trial, a challenge, and a match whose earlier attempt died.
    """
    first = any(each.number > 1 or each.match.kind in SOMEBODY_WAITS for each in attempts)
    publish(PLAY, MATCH_QUEUE, match_order(attempts, now), FIRST if first else ORDINARY)


def send_build(version: Version, competition: Competition, now: datetime) -> None:
    """Publish the order to build this version, with the competition's limits."""
    publish(BUILD, BUILD_QUEUE, build_order(version, competition, now))


def match_order(attempts: Sequence[Attempt], now: datetime) -> MatchOrder:
    """The order for these games, which are played under the same limits: all that a worker needs."""
    return MatchOrder(
        games=tuple(_game_order(attempt) for attempt in attempts),
        limits=Limits(**attempts[0].match.limits),
        sent=now.timestamp(),
        not_after=now.timestamp() + START_WITHIN_S,
        engine=__version__,
    )


def _game_order(attempt: Attempt) -> GameOrder:
    match = attempt.match
    seats = match.seats.select_related("version__bot").order_by("seat")
    return GameOrder(
        match=str(match.pk),
        attempt=attempt.number,
        token=attempt.token,
        ruleset=match.ruleset,
        seed=match.seed,
        seats=tuple(_seat_order(seat) for seat in seats),
        options=match.options,
    )


def build_order(version: Version, competition: Competition, now: datetime) -> BuildOrder:
    """The order to build one version."""
    return BuildOrder(
        version=str(version.pk),
        attempt=version.build_attempt,
        token=version.build_token,
        blob=version.sha256,
        url=blobs.url(version.sha256),
        filename=version.filename,
        language=version.language,
        entry=version.entry,
        sent=now.timestamp(),
        not_after=now.timestamp() + START_WITHIN_S,
        limits=competition.bot_limits,
        put_url=blobs.drop_url(version.build_token),
    )


def _seat_order(seat: MatchSeat) -> SeatOrder:
    version = seat.version
    blob = version.artefact or version.sha256
    return SeatOrder(
        bot=str(version),
        blob=blob,
        url=blobs.url(blob),
        filename=version.filename,
        runtime=version.language,
        entry=version.entry,
        bot_seed=seat.bot_seed,
        built=blob != version.sha256,
    )
