"""The database, brought up to date before anything uses it."""

import time
from collections.abc import Callable

from django.core.management import call_command
from django.db import DatabaseError, connection

from ladder.up import UpError
from ladder.up.supervisor import Supervisor

WITHIN_S = 15.0


def bring_up_to_date(supervisor: Supervisor, say: Callable[[str], None]) -> None:
    """Wait for the database and apply all migrations; UpError when it does not answer or they fail."""
    deadline = time.monotonic() + WITHIN_S
    while (refusal := _refusal()) is not None:
        if time.monotonic() > deadline:
            raise UpError(f"the database does not let us in: {refusal}")
        supervisor.pause()
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise UpError(f"the database cannot be brought up to date: {_first_line(error)}") from error
    say(f"Database: {connection.display_name}, up to date")


def _refusal() -> str | None:
    """Why the database cannot be used now; None when it can."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        return _first_line(error)
    return None


def _first_line(error: DatabaseError) -> str:
    return str(error).strip().partition("\n")[0]
