"""What beat reminds of: the next of each series is made, and whose time has come is frozen and started."""

from datetime import datetime

from django.utils import timezone

from ladder.tournaments import life, series


def keep(now: datetime | None = None) -> int:
    """Keep all dates; how many tournaments were made or moved. Twice is once."""
    now = now or timezone.now()
    return series.make_due(now) + life.keep_dates(now)
