"""`manage.py restore DIR`: a backup comes back, into an empty database and an empty data folder."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder import backup


class Command(BaseCommand):
    """Verifies the whole backup first; exit code 1, and nothing written, when it or the place is not fit."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Bring a backup back into an empty place."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The backup's folder."""
        parser.add_argument("folder", type=Path)

    def handle(self, *_: Any, **options: Any) -> None:
        """Say what is left to do; CommandError says why nothing was restored."""
        began = time.monotonic()
        try:
            found = backup.restore(options["folder"])
        except (backup.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"the backup of {found.made} is back: {found.blobs:,} files, {time.monotonic() - began:.1f} s. "
            "Now run manage.py migrate and manage.py audit."
        )
