"""Series: the next tournament is made in time, each start once, missed ones as set."""

from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.db import transaction
from django.utils import timezone

from ladder import dates
from ladder.models import Competition, Series, Tournament, User
from ladder.models.tournament import TERMS
from ladder.tournaments import life, recurrence


def create(
    competition: Competition, organiser: User, name: str, rule: str, begins: datetime, **terms: Any
) -> Series:
    """A new series, whose first tournament is scheduled at once; Refused names the field that is wrong.

    `begins`: the first start. `terms`: those of `Terms`, `time_zone` and `deadline_before` (minutes).
    """
    made = Series(
        competition=competition, organiser=organiser, name=name, rule=rule.upper(), begins=begins, **terms
    )
    life.check(made)
    recurrence.check(made.rule, made.begins, made.time_zone)
    with transaction.atomic():
        made.save(force_insert=True)
        _make_due(made, timezone.now())
    return made


def stop(series: Series) -> Series:
    """Make no further tournaments; those that are made stay. Twice is once."""
    Series.objects.filter(pk=series.pk).update(is_on=False)
    series.refresh_from_db()
    return series


def go_on(series: Series) -> Series:
    """Make tournaments again, from the next start on. Twice is once."""
    Series.objects.filter(pk=series.pk, is_on=False).update(is_on=True)
    series.refresh_from_db()
    return series


def make_due(now: datetime | None = None) -> int:
    """Make the tournaments whose turn it is, one ahead of each series; how many. Twice is once."""
    now = now or timezone.now()
    running = (Competition.State.OPEN, Competition.State.FROZEN)
    due = Series.objects.filter(is_on=True, competition__state__in=running)
    return sum(_make_due(series, now) for series in due.select_related("competition").order_by("pk"))


def _make_due(series: Series, now: datetime) -> int:
    with transaction.atomic():
        Series.objects.select_for_update(no_key=True, of=("self",)).get(pk=series.pk)
        newest = series.tournaments.order_by("-occurrence").first()
        # A series that begins in the past missed nothing: nobody had asked for it yet.
        fresh = max(series.begins, now) - timedelta(seconds=1)
        last = newest.occurrence if newest and newest.occurrence else fresh
        if newest is not None and last > now:
            return 0
        return sum(_make(series, start) for start in (*_missed(series, last, now), *upcoming(series, now, 1)))


def _missed(series: Series, last: datetime, now: datetime) -> list[datetime]:
    """Of the starts since the last one, the latest, if it is to be made up for or has only just come."""
    since = recurrence.between(series.rule, series.begins, series.time_zone, last, now)[-1:]
    made_up = series.missed == Series.Missed.ONCE
    return [start for start in since if made_up or now - start <= life.GRACE]


def upcoming(series: Series, now: datetime, most: int) -> list[datetime]:
    """The next starts, at most so many."""
    return list(islice(recurrence.after(series.rule, series.begins, series.time_zone, now), most))


def _make(series: Series, start: datetime) -> int:
    wall = dates.wall_clock(start, series.time_zone)
    terms = {name: getattr(series, name) for name in TERMS if name != "name"}
    _, is_new = Tournament.objects.get_or_create(
        series=series,
        occurrence=start,
        defaults={
            "name": f"{series.name[:80]} {wall:%Y-%m-%d %H:%M}",
            "competition": series.competition,
            "organiser": series.organiser,
            "state": Tournament.State.SCHEDULED,
            "time_zone": series.time_zone,
            "starts": start,
            "deadline": start - timedelta(minutes=series.deadline_before),
            "release": _release(series, start),
            **terms,
        },
    )
    return int(is_new)


def _release(series: Series, start: datetime) -> datetime | None:
    if not series.is_hidden or series.release_after is None:
        return None
    return start + timedelta(minutes=series.release_after)
