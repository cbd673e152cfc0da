"""Users for the broker (Redis from 7 on, Valkey): the site's own, and one for workers that can do little."""

import hashlib
from collections.abc import Iterator

from workers.contract import (
    BUILD_QUEUE,
    LADDER_QUEUE,
    MATCH_QUEUE,
    PULSE_QUEUE,
    drained_name,
    queue_name,
    unacked_names,
)

TALKING = "+ping +select +hello +auth +quit +reset +client|setname +time"
BUNDLING = "+multi +exec +discard +watch +unwatch"


def lines(prefix: str, site_password: str, worker_password: str) -> Iterator[str]:
    """Lines for the broker's `aclfile`: nobody without a password, the site, the workers.

    A worker takes from the queues of orders, adds to those of pulses and reports, and reads why it is
    drained. It cannot read a report, write an order, list keys, or reach another prefix.
    """
    yield "user default off"
    yield f"user {prefix}-site on #{_digest(site_password)} ~{prefix}.* ~_kombu.binding*.{prefix}.* {_site()}"
    yield f"user {prefix}-worker on #{_digest(worker_password)} resetchannels -@all {_worker(prefix)}"


def _site() -> str:
    """All of its own keys; nothing that manages the server, but what `doctor` reads."""
    return "resetchannels &* +@all -@admin -@dangerous +info +keys +sort"


def _worker(prefix: str) -> str:
    # A queue is several keys, one for each priority; Celery's client asks for their lengths first.
    taken = [f"{queue_name(prefix, queue)}*" for queue in (MATCH_QUEUE, BUILD_QUEUE)]
    given = [f"{queue_name(prefix, queue)}*" for queue in (PULSE_QUEUE, LADDER_QUEUE)]
    held = _keys("%RW", *unacked_names(prefix).values())
    selectors = (
        f"(+brpop {_keys('%RW', *taken)})",
        f"(+lpush {_keys('%W', *given)})",
        f"(+llen {_keys('%R', *taken, *given)})",
        f"(+hset +hget +hdel +zadd +zrem +zrange +zrevrangebyscore +set +get +del "
        f"+eval +evalsha +script|load {held})",
        f"(+sadd +smembers +exists ~_kombu.binding*.{prefix}.*)",
        f"(+hget {_keys('%R', drained_name(prefix))})",
    )
    return f"{TALKING} {BUNDLING} {' '.join(selectors)}"


def _keys(may: str, *names: str) -> str:
    return " ".join(f"{may}~{name}" for name in names)


def _digest(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()
