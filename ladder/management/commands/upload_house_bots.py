"""`manage.py upload_house_bots`: a competition gets those house bots that it lacks."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder import demo
from ladder.models import Competition
from ladder.refusals import Refused


class Command(BaseCommand):
    """Uploads the house bots as anybody's bots are uploaded; what is there already stays as it is."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Enter the house bots in a competition (the demo's, if none is named)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command's one option."""
        parser.add_argument(
            "--competition", default=demo.SLUG, metavar="SLUG", help="its word in the address"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Enter them, one line each; CommandError when there is no such competition or it is not open."""
        slug = options["competition"]
        if not Competition.objects.filter(slug=slug).exists():
            known = ", ".join(Competition.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"there is no competition {slug!r}; there are: {known}")
        try:
            for name in demo.upload_house_bots(slug):
                self.stdout.write(f"entered {name}")
        except Refused as error:
            raise CommandError(str(error)) from error
