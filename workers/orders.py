"""Orders from the ladder: read strictly, and refused for the reasons for which a worker takes none."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import __version__ as engine_version
from engine.cards import shipped_catalogue
from workers import wire
from workers.contract import CLOCK_TOLERANCE_S, CONTRACT_VERSION, BuildOrder, Failure, MatchOrder


@dataclass(frozen=True)
class Address:
    """Whose report this is: the match (or version), the attempt, and its token."""

    subject: str
    attempt: int
    token: str


@dataclass(frozen=True)
class Refused:
    """An order that is not carried out: to whom that must be reported, and why."""

    addresses: tuple[Address, ...]
    failure: Failure


def read_match_order(raw: object, now: float) -> MatchOrder | Refused:
    """The order in a message; `now` is this worker's clock, in seconds since the epoch."""
    addresses = tuple(_address(game, "match") for game in _games(raw))
    order = _decode(MatchOrder, raw, addresses)
    if isinstance(order, Refused):
        return order
    failure = _wrong_engine(order) or _wrong_time(order.sent, order.not_after, now)
    return Refused(addresses, failure) if failure else order


def read_build_order(raw: object, now: float) -> BuildOrder | Refused:
    """The order in a message; `now` is this worker's clock, in seconds since the epoch."""
    addresses = (_address(raw, "version"),)
    order = _decode(BuildOrder, raw, addresses)
    if isinstance(order, Refused):
        return order
    failure = _wrong_time(order.sent, order.not_after, now)
    return Refused(addresses, failure) if failure else order


def _decode(kind: type[Any], raw: object, addresses: tuple[Address, ...]) -> Any:
    if isinstance(raw, Mapping) and raw.get("contract") != CONTRACT_VERSION:
        text = f"this worker speaks contract {CONTRACT_VERSION}, the order {str(raw.get('contract'))[:20]}"
        return Refused(addresses, Failure("version", text))
    try:
        return wire.decode(kind, raw, "order")
    except wire.WireError as error:
        return Refused(addresses, Failure("version", str(error)))


def _games(raw: object) -> list[object]:
    games = raw.get("games") if isinstance(raw, Mapping) else None
    return list(games) if isinstance(games, list | tuple) else []


def _address(raw: object, subject: str) -> Address:
    """Also of an order that cannot be read otherwise, as far as it tells."""
    found = raw if isinstance(raw, Mapping) else {}
    attempt = found.get("attempt")
    return Address(
        str(found.get(subject, "")), attempt if isinstance(attempt, int) else 0, str(found.get("token", ""))
    )


def _wrong_engine(order: MatchOrder) -> Failure | None:
    if order.engine != engine_version:
        return Failure("version", f"this worker has engine {engine_version}, the order wants {order.engine}")
    own = shipped_catalogue().digest
    unknown = next((game.catalogue for game in order.games if game.catalogue not in (None, own)), None)
    if unknown is not None:
        return Failure("version", f"this worker has the card catalogue {own[:12]}…, not {unknown[:12]}…")
    return None


def _wrong_time(sent: float, not_after: float, now: float) -> Failure | None:
    if sent - now > CLOCK_TOLERANCE_S:
        return Failure("clock", f"this worker's clock is {sent - now:.0f} s behind the ladder's")
    if now > not_after:
        return Failure("too-late", f"to be started by {_utc(not_after)}, this worker's clock is {_utc(now)}")
    return None


def _utc(seconds: float) -> str:
    try:
        moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        return f"{seconds} s"
    return moment.strftime("%Y-%m-%d %H:%M:%S.%f UTC")
