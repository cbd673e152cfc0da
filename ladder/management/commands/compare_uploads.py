"""`manage.py compare_uploads`: makes the comparisons of uploads that organisers asked for."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from ladder.similarity import checks

NICENESS = 10  # it comes behind everything else that the machine does


class Command(BaseCommand):
    """Looks at what waits; nothing of an upload is run."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Compare the uploads of competitions whose organisers asked for it."

    def handle(self, *_: Any, **__: Any) -> None:
        """One line in the end."""
        os.nice(NICENESS)
        self.stdout.write(f"{checks.run_due()} comparisons made")
