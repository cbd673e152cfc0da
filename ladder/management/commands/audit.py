"""`manage.py audit`: are the books right?"""

import json
import random
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder import audit
from ladder.locks import snapshot

SHOWN = 20


class Command(BaseCommand):
    """Checks every invariant and says in sentences what is wrong; exit code 1 when anything is."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Check that nothing was lost, counted twice, altered or left in a state that cannot be."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command's options."""
        parser.add_argument("--all", action="store_true", help="play every replay again, hash every upload")
        parser.add_argument(
            "--sample", type=int, default=audit.SAMPLE, metavar="N", help="so many of each (default 20)"
        )
        parser.add_argument("--seed", type=int, help="draw the sample by this number, to draw it again")
        parser.add_argument("--json", action="store_true", help="the findings as a JSON list")

    def handle(self, *_: Any, **options: Any) -> None:
        """Print the findings; CommandError when there are any."""
        if options["sample"] < 0:
            raise CommandError(f"--sample: found {options['sample']}, wanted 0 or more")
        sample = None if options["all"] else options["sample"]
        rng = random.SystemRandom() if options["seed"] is None else random.Random(options["seed"])
        with snapshot():
            found = list(audit.audit(sample, rng))
        if options["json"]:
            self.stdout.write(json.dumps([asdict(each) for each in found], ensure_ascii=False, indent=1))
        else:
            self._print(found)
        if found:
            raise CommandError(f"the books are wrong in {len(found)} places")

    def _print(self, found: list[audit.Finding]) -> None:
        told: dict[str, int] = {}
        for each in found:
            told[each.check] = told.get(each.check, 0) + 1
            if told[each.check] <= SHOWN:
                self.stdout.write(f"{each.check}: {each.where} {each.text}")
        for check, number in told.items():
            if number > SHOWN:
                self.stdout.write(f"{check}: and {number - SHOWN} more (--json has them all)")
        if not found:
            self.stdout.write("The books are right.")
