"""Questions to the broker itself, beside its messages: is it there, how long is a queue, whose is it."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, cast

import redis
from django.conf import settings
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from ladder.orders import BrokerAway
from workers.contract import BUILD_QUEUE, LADDER_QUEUE, MATCH_QUEUE, PULSE_QUEUE, queue_name

QUEUES = (MATCH_QUEUE, BUILD_QUEUE, PULSE_QUEUE, LADDER_QUEUE)
PATIENCE_S = 2.0
CLAIM_S = 180
"""Seconds after which a site that says nothing more has given its prefix back."""


@dataclass(frozen=True)
class Claim:
    """Which site keeps its books by a prefix, and when it last said so (seconds since the epoch)."""

    site: str
    at: float


@contextmanager
def asked() -> Iterator["redis.Redis"]:
    """A connection for a few questions; BrokerAway when the broker does not answer them."""
    client = redis.Redis.from_url(
        settings.BROKER_URL, socket_timeout=PATIENCE_S, socket_connect_timeout=PATIENCE_S
    )
    try:
        yield client
    except (RedisError, OSError) as error:
        raise BrokerAway(f"the broker does not answer: {error}") from error
    finally:
        client.close()


def lengths() -> dict[str, int]:
    """How many messages wait, by queue (`match`, `build`, `pulse`, `ladder`)."""
    with asked() as client:
        pipeline = client.pipeline(transaction=False)
        for queue in QUEUES:
            pipeline.llen(queue_name(settings.QUEUE_PREFIX, queue))
        return dict(zip(QUEUES, cast("list[int]", pipeline.execute()), strict=True))


def site_id() -> str:
    """What tells this site from another one: the same wherever its SECRET_KEY is, and no secret itself."""
    return salted_hmac("ladder.broker.site", "site").hexdigest()[:16]


def claimed() -> Claim | None:
    """Who keeps books by our prefix; None when nobody has said so for three minutes."""
    with asked() as client:
        return _read(client.get(_key()))


def claim() -> Claim:
    """Say that this site keeps its books by our prefix, unless another one does; who does now."""
    with asked() as client:
        holder = _read(client.get(_key()))
        if holder is not None and holder.site != site_id():
            return holder
        mine = Claim(site_id(), time.time())
        client.set(_key(), json.dumps(asdict(mine)), ex=CLAIM_S)
        return mine


def release() -> None:
    """Give the prefix back, if it is ours."""
    with asked() as client:
        holder = _read(client.get(_key()))
        if holder is not None and holder.site == site_id():
            client.delete(_key())


def foreign() -> str:
    """Why this site must not use the broker now: another one does under this prefix; empty when none does."""
    holder = claimed()
    if holder is None or holder.site == site_id():
        return ""
    return (
        f"another site (its SECRET_KEY is not ours) uses this broker with QUEUE_PREFIX "
        f"{settings.QUEUE_PREFIX!r}, last "
        f"{time.time() - holder.at:.0f} s ago: give each site a prefix of its own"
    )


def first_within(what: str, seconds: int) -> bool:
    """Whether nobody of this site has asked for the same within so many seconds; then now somebody has."""
    with asked() as client:
        return bool(client.set(f"{settings.QUEUE_PREFIX}.once.{what}", 1, nx=True, ex=seconds))


def _key() -> str:
    return f"{settings.QUEUE_PREFIX}.site"


def _read(stored: Any) -> Claim | None:
    """What cannot be read claims nothing."""
    try:
        fields = json.loads(stored or b"null")
        return Claim(str(fields["site"]), float(fields["at"]))
    except (ValueError, TypeError, KeyError):
        return None
