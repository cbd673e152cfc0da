"""`manage.py upload_house_bots`: the demo competition gets those house bots that it lacks."""

from typing import Any

from django.core.management.base import BaseCommand

from ladder import demo


class Command(BaseCommand):
    """Uploads the house bots as anybody's bots are uploaded; what is there already stays as it is."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Upload the house bots to the demo competition."

    def handle(self, *_: Any, **__: Any) -> None:
        """Upload them, one line each."""
        for name in demo.upload_house_bots():
            self.stdout.write(f"uploaded {name}")
