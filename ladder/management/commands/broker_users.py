"""`manage.py broker_users`: an aclfile for the broker, with new passwords for the site and its workers."""

import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ladder import broker_users


class Command(BaseCommand):
    """Writes the file (mode 0600, never over one that is there) and prints the two REDIS_URLs."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Make users for the broker: the site's, and a restricted one for match workers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the file goes."""
        parser.add_argument("file", type=Path, help="the broker's aclfile, for instance /etc/redis/users.acl")

    def handle(self, *_: Any, **options: Any) -> None:
        """Make passwords and write; CommandError when the file is there."""
        file: Path = options["file"]
        site, worker = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        text = "\n".join(broker_users.lines(settings.QUEUE_PREFIX, site, worker))
        try:
            file.touch(mode=0o600, exist_ok=False)
            file.write_text(text + "\n")
        except FileExistsError:
            raise CommandError(f"{file} is there already: move it away to make new passwords") from None
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        place = urlsplit(settings.BROKER_URL)
        where = f"{place.hostname}:{place.port or 6379}{place.path}"
        for who, password in (("site", site), ("worker", worker)):
            self.stdout.write(
                f"{who}: REDIS_URL={place.scheme}://{settings.QUEUE_PREFIX}-{who}:{password}@{where}"
            )
