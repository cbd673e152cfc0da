"""The database, brought up to date before anything uses it."""

from collections.abc import Callable

from django.core.management import call_command
from django.db import DatabaseError, connection

from ladder.up import UpError
from ladder.up.supervisor import Supervisor

WITHIN_S = 30.0


def bring_up_to_date(supervisor: Supervisor, say: Callable[[str], None]) -> None:
    """Wait for the database and apply all migrations; UpError when it does not answer or they fail."""
    try:
        supervisor.wait_for("the database", _answers, WITHIN_S)
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise UpError(f"the database cannot be brought up to date: {str(error).strip()}") from error
    say(f"Database: {connection.display_name}, up to date")


def _answers() -> bool:
    try:
        connection.ensure_connection()
    except DatabaseError:
        return False
    return True
