"""A competition's dates: wall clocks of a zone to instants and back, both clock changes included."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from ladder.refusals import Refused


def instant(wall: datetime, zone: str) -> datetime:
    """The instant (UTC) at which clocks in `zone` show `wall`, a time without a zone.

    Of an hour that clocks show twice, when they are put back, it is the first one. Refused for a time that
    they skip when they are put forward.
    """
    there = wall.replace(tzinfo=ZoneInfo(zone), fold=0)
    found = there.astimezone(UTC)
    if found.astimezone(there.tzinfo).replace(tzinfo=None) != wall:
        raise Refused(
            f"{wall:%Y-%m-%d %H:%M} does not exist in {zone}: clocks are put forward then. Choose another."
        )
    return found


def wall_clock(moment: datetime, zone: str) -> datetime:
    """What clocks in `zone` show at that instant, without a zone."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
