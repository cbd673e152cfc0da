"""Locks that last until the transaction ends: PostgreSQL's advisory ones, SQLite's one write lock."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection, transaction


class Lock(IntEnum):
    """What is locked; together with a number (a competition, or 0) it names one lock."""

    FILL = 4701
    FOLD = 4702
    CHALLENGES = 4711
    COMPARISONS = 4712


def try_lock(lock: Lock, number: int = 0) -> bool:
    """Take the lock, or say False at once when another transaction holds it.

    Call it inside a transaction. On SQLite a transaction begins IMMEDIATE (settings) and so holds the
    database's only write lock already.
    """
    if connection.vendor == "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [int(lock), number])
        row = cursor.fetchone()
    return bool(row and row[0])


def wait_for(lock: Lock, number: int = 0) -> None:
    """Take the lock, waiting for whoever holds it. Call it inside a transaction."""
    if connection.vendor == "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [int(lock), number])


@contextmanager
def snapshot() -> Iterator[None]:
    """See the database as of one moment, whatever others write meanwhile; nothing is written here.

    Inside a transaction that is open already it does nothing.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:  # not by `atomic`, which would take the write lock
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
