"""Rating events written in bulk: PostgreSQL takes them by COPY, SQLite by one prepared statement."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection

from ladder.ratings.ledger import Change

COLUMNS = (
    "competition_id", "epoch", "fold_seq", "match_id", "version_id",
    "r_before", "rd_before", "r_after", "rd_after",
)  # fmt: skip
TABLE = "ladder_ratingevent"


def write(competition_id: int, epoch: int, changes: Sequence[Change]) -> None:
    """Append one event a change. Call it in the transaction that writes the standings."""
    if not changes:
        return
    rows = _rows(competition_id, epoch, changes)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {TABLE} ({', '.join(COLUMNS)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(COLUMNS))
            cursor.executemany(
                f"INSERT INTO {TABLE} ({', '.join(COLUMNS)}) VALUES ({marks})",  # noqa: S608 - our own names
                list(rows),
            )


def _rows(competition_id: int, epoch: int, changes: Sequence[Change]) -> Iterator[tuple[Any, ...]]:
    for change in changes:
        yield (
            competition_id,
            epoch,
            change.seq,
            change.match,
            change.version,
            change.before.r,
            change.before.rd,
            change.after.r,
            change.after.rd,
        )
