"""`manage.py up`: the whole service on this machine, kept alive until Ctrl-C."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder.up import UpError, machine


class Command(BaseCommand):
    """Starts broker, site, ladder workers, clock, match workers; with --demo also a competition to watch."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Run the whole service on this machine: broker, site, ladder workers, match workers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command's options."""
        parser.add_argument("--demo", action="store_true", help="a demo competition with house bots")
        parser.add_argument("--reset", action="store_true", help="throw all data of this folder away first")
        parser.add_argument("--port", type=int, default=8000, help="first port to try (default: 8000)")
        parser.add_argument("--workers", type=int, default=None, help="match workers (default: one a core)")

    def handle(self, *_: Any, **options: Any) -> None:
        """Run until a signal; CommandError (exit code 1) when the service cannot run here."""
        wishes = machine.Wishes(
            demo=options["demo"],
            reset=options["reset"],
            port=options["port"],
            workers=options["workers"],
        )
        try:
            machine.run(wishes)
        except UpError as error:
            raise CommandError(str(error)) from error
