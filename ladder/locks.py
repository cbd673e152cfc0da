"""Locks that last until the transaction ends: PostgreSQL's advisory ones, SQLite's one write lock."""

from enum import IntEnum

from django.db import connection


class Lock(IntEnum):
    """What is locked; together with a number (a competition, or 0) it names one lock."""

    FILL = 4701
    FOLD = 4702


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
