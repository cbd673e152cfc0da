"""The fold's counts of who was placed before whom, written: added to what the table holds of the epoch."""

from collections.abc import Sequence

from django.db import connection

from ladder.models import Version
from ladder.ratings.meetings import Meetings, Pair, Tally

MOST_KEPT = 50_000
"""Counts that a long fold keeps in memory before it writes them."""
TABLE = "ladder_headtohead"
COLUMNS = "competition_id, epoch, bot_id, other_id, better, equal, worse"
ADDED = ", ".join(f"{name} = {TABLE}.{name} + excluded.{name}" for name in ("better", "equal", "worse"))
ON_CONFLICT = f"ON CONFLICT (competition_id, epoch, bot_id, other_id) DO UPDATE SET {ADDED}"
Row = tuple[int, int, int, int, int]


def write(competition_id: int, epoch: int, meetings: Meetings) -> None:
    """Add what was counted since the last call. Call it in the transaction that writes the standings."""
    rows = [(*pair, t.better, t.equal, t.worse) for pair, t in sorted(take(meetings).items())]
    if not rows:
        return
    if connection.vendor == "postgresql":
        _add_as_arrays(competition_id, epoch, rows)
    else:
        _add_one_by_one(competition_id, epoch, rows)


def take(meetings: Meetings) -> dict[Pair, Tally]:
    """What was counted, by pair of bots; nothing is left."""
    versions = meetings.versions
    bots = Version.objects.filter(pk__in=versions).values_list("pk", "bot_id")
    return meetings.take(dict(bots))


def _add_as_arrays(competition_id: int, epoch: int, rows: Sequence[Row]) -> None:
    arrays = [list(column) for column in zip(*rows, strict=True)]
    unnested = "unnest(%s::bigint[], %s::bigint[], %s::int[], %s::int[], %s::int[])"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {TABLE} ({COLUMNS}) SELECT %s, %s, u.* FROM {unnested} u {ON_CONFLICT}",  # noqa: S608 - our own names
            [competition_id, epoch, *arrays],
        )


def _add_one_by_one(competition_id: int, epoch: int, rows: Sequence[Row]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {TABLE} ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s) {ON_CONFLICT}",  # noqa: S608 - our own names
            [(competition_id, epoch, *row) for row in rows],
        )
