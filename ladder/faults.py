"""A bot's fault in a match: what it was asked, what it answered, what was legal, what it used and wrote."""

import gzip
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from engine import BadReplay
from engine.replay import standing_before
from ladder import access, blobs
from ladder.access import Visitor
from ladder.models import Match, MatchSeat

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Private:
    """What only the people whose bot it is read. `received` and `legal` are cut; times in milliseconds."""

    message: str
    received: str
    legal: tuple[str, ...]
    cpu_ms: int
    wall_ms: int
    stderr_tail: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A seat's fault. `n`: the choice of the replay that it was asked for, None while it had to get ready."""

    match: int
    seat: int
    bot: int
    bot_name: str
    version: int
    number: int
    kind: str
    n: int | None
    decision: str | None
    private: Private | None


@dataclass(frozen=True, slots=True)
class Question:
    """What the bot was asked, whole: the kind, all choices that were legal, and the table as it saw it."""

    kind: str
    choices: tuple[str, ...]
    view: dict[str, Any]


def of_match(match: Match, visitor: Visitor) -> list[Fault]:
    """The faults of a match in the order of its seats, each as this visitor may see it. One query a bot."""
    seats = _faulty(match).select_related("version__bot__owner", "version__bot__team")
    return [_fault(match, seat, visitor) for seat in seats]


def question(match: Match, fault: Fault, visitor: Visitor) -> Question | None:
    """What was asked, from the replay; None for a start, or when that cannot be seen or played."""
    if fault.n is None or fault.private is None or not access.sees_replay(visitor, match):
        return None
    try:
        replay = json.loads(gzip.decompress(blobs.read(match.result.replay_sha256)))
        game = standing_before(replay, fault.n)
        asked = game.decision
    except (BadReplay, OSError, ValueError, KeyError, IndexError):
        log.exception("The replay of match %s cannot be played to its choice %s", match.pk, fault.n)
        return None
    if asked is None or asked.seat != fault.seat:
        return None
    return Question(asked.kind, tuple(asked.choices), dict(game.view(fault.seat)))


def _faulty(match: Match) -> "QuerySet[MatchSeat]":
    return MatchSeat.objects.filter(match=match).exclude(fault="").order_by("seat")


def _fault(match: Match, seat: MatchSeat, visitor: Visitor) -> Fault:
    detail: Mapping[str, Any] = seat.fault_detail or {}
    shown = access.sees_log(visitor, seat.version.bot, match.competition)
    return Fault(
        match=match.pk,
        seat=seat.seat,
        bot=seat.version.bot_id,
        bot_name=seat.version.bot.name,
        version=seat.version_id,
        number=seat.version.number,
        kind=seat.fault,
        n=detail.get("n"),
        decision=detail.get("decision"),
        private=_private(detail) if shown and detail else None,
    )


def _private(detail: Mapping[str, Any]) -> Private:
    return Private(
        message=detail["message"],
        received=detail["received"],
        legal=tuple(detail["legal"]),
        cpu_ms=detail["cpu_ms"],
        wall_ms=detail["wall_ms"],
        stderr_tail=detail["stderr_tail"],
    )
