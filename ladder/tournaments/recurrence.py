"""When a series starts: a rule of RFC 5545 in a time zone, both clock changes included. Pure.

Days, weeks and months keep to the clock on the wall: a start that clocks skip when they are put forward comes
as much later as they jump, and of one that they show twice the first counts. Hours are real ones.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from ladder.refusals import Refused

FREQUENCIES = ("HOURLY", "DAILY", "WEEKLY", "MONTHLY")
PARTS = ("FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYHOUR", "BYMINUTE", "BYSETPOS", "COUNT", "UNTIL")
HOURLY_PARTS = ("FREQ", "INTERVAL", "COUNT")
EXAMPLE = "as in FREQ=WEEKLY;BYDAY=SA"
MOST = 1000
AMPLE = timedelta(days=2)  # more than any zone's clocks ever jump


def check(rule: str, begins: datetime, zone: str) -> None:
    """Refused, with what was found and wanted, for what is no rule that this site keeps."""
    parts = _parts(rule)
    known = HOURLY_PARTS if parts.get("FREQ") == "HOURLY" else PARTS
    if parts.get("FREQ") not in FREQUENCIES:
        raise Refused(f"rule: found {rule[:60]!r}, wanted FREQ= one of {', '.join(FREQUENCIES)}, {EXAMPLE}.")
    strange = sorted(set(parts) - set(known))
    if strange:
        raise Refused(f"rule: found {', '.join(strange)}; wanted only {', '.join(known)}.")
    for name in ("INTERVAL", "COUNT"):
        number = parts.get(name, "1")
        if not re.fullmatch("[0-9]{1,4}", number) or not 1 <= int(number) <= MOST:
            raise Refused(f"rule: found {name}={number}, wanted a number from 1 to {MOST}.")
    try:
        first = next(starts(rule, begins, zone), None)
    except (ValueError, TypeError) as error:
        raise Refused(f"rule: found {rule[:60]!r}, wanted a rule of RFC 5545, {EXAMPLE}: {error}.") from None
    if first is None:
        raise Refused(f"rule: {rule[:60]!r} never comes; choose another.")


def _parts(rule: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in rule.upper().split(";") if part]
    if len({name for name, _, _ in pairs}) < len(pairs):
        raise Refused(f"rule: {rule[:60]!r} names a part twice.")
    return {name: value for name, _, value in pairs}


def starts(rule: str, begins: datetime, zone: str) -> Iterator[datetime]:
    """All starts (UTC), in order, each once."""
    if _parts(rule).get("FREQ") == "HOURLY":
        yield from _hourly(rule, begins, begins - timedelta(seconds=1))
    else:
        yield from _by_clock(rule, begins, zone, begins - timedelta(seconds=1))


def after(rule: str, begins: datetime, zone: str, moment: datetime) -> Iterator[datetime]:
    """The starts (UTC) that come after the moment."""
    if _parts(rule).get("FREQ") == "HOURLY":
        return _hourly(rule, begins, moment)
    return _by_clock(rule, begins, zone, moment)


def between(rule: str, begins: datetime, zone: str, moment: datetime, last: datetime) -> list[datetime]:
    """The starts after the moment, up to `last` and with it."""
    return list(takewhile(lambda start: start <= last, after(rule, begins, zone, moment)))


def _hourly(rule: str, begins: datetime, moment: datetime) -> Iterator[datetime]:
    parts = _parts(rule)
    step = timedelta(hours=int(parts.get("INTERVAL", 1)))
    count = int(parts["COUNT"]) if "COUNT" in parts else None
    number = max(0, (moment - begins) // step + 1)
    while count is None or number < count:
        yield begins + number * step
        number += 1


def _by_clock(rule: str, begins: datetime, zone: str, moment: datetime) -> Iterator[datetime]:
    there = ZoneInfo(zone)
    walls = rrulestr(_until_there(rule.upper(), there), dtstart=begins.astimezone(there).replace(tzinfo=None))
    last = moment
    for wall in walls.xafter(moment.astimezone(there).replace(tzinfo=None) - AMPLE, inc=True):
        start = wall.replace(tzinfo=there, fold=0).astimezone(UTC)
        if start > last:
            last = start
            yield start


def _until_there(rule: str, there: ZoneInfo) -> str:
    """The rule with an UNTIL in UTC, as RFC 5545 wants it, told by the clock on the wall."""

    def wall(found: re.Match[str]) -> str:
        moment = datetime.strptime(found[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        return f"UNTIL={moment.astimezone(there):%Y%m%dT%H%M%S}"

    return re.sub(r"UNTIL=([0-9]{8}T[0-9]{6}Z)(?=;|$)", wall, rule)
