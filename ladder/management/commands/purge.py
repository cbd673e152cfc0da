"""`manage.py purge`: logs and traces older than the site keeps them are removed."""

import os
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from ladder import retention

NICENESS = 10  # everything else that the machine does comes first


class Command(BaseCommand):
    """Removes bots' logs older than LOG_DAYS, ended sessions and tokens, old records of sign-ins."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Remove logs older than LOG_DAYS, ended sessions and tokens. Results and replays stay."

    def handle(self, *_: Any, **__: Any) -> None:
        """Print how many of each."""
        os.nice(NICENESS)
        told = ", ".join(f"{number} {name}" for name, number in asdict(retention.purge()).items())
        self.stdout.write(f"older than {settings.LOG_DAYS} days, or ended: {told}")
