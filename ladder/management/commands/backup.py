"""`manage.py backup DIR`: database, files and secret into a new folder, while the ladder goes on."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder import backup


class Command(BaseCommand):
    """Makes a backup, or looks whether one is whole (--verify); exit code 1 when it cannot or is not."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Copy everything that cannot be made again into a new folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder, and what to do with it."""
        parser.add_argument("folder", type=Path, help="a folder that is not there yet, or empty")
        parser.add_argument("--verify", action="store_true", help="only look whether this backup is whole")

    def handle(self, *_: Any, **options: Any) -> None:
        """One line when all is well; CommandError says what is not."""
        began, folder = time.monotonic(), options["folder"]
        try:
            made = backup.verify(folder) if options["verify"] else backup.back_up(folder)
        except (backup.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{folder}: {made.vendor}, {made.blobs:,} files of {made.blob_bytes / 2**20:,.1f} MiB, made "
            f"{made.made}, {'whole' if options['verify'] else 'done'} in {time.monotonic() - began:.1f} s"
        )
