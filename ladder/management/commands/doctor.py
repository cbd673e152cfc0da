"""`manage.py doctor`: what is missing or misconfigured here, and what to do about it."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder import doctor

MARKS = {"well": "ok", "warning": "?", "wrong": "!!"}


class Command(BaseCommand):
    """Prints one line a finding, with advice; exit code 1 when something is wrong, 0 for mere warnings."""

    requires_system_checks = ()  # the doctor runs them itself
    help = "Explain what is missing or misconfigured on this machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command's one option."""
        parser.add_argument("--json", action="store_true", help="the findings as a JSON list")

    def handle(self, *_: Any, **options: Any) -> None:
        """Look at everything; CommandError when anything is wrong."""
        found = list(doctor.examine())
        if options["json"]:
            self.stdout.write(json.dumps([asdict(each) for each in found], indent=1, ensure_ascii=False))
        else:
            self._print(found)
        wrong = [each for each in found if each.state == "wrong"]
        if wrong:
            raise CommandError(f"{len(wrong)} things are wrong, first: {wrong[0].name}: {wrong[0].text}")

    def _print(self, found: list[doctor.Finding]) -> None:
        for each in found:
            self.stdout.write(f"{MARKS[each.state]:<3} {each.name:<12} {each.text}")
            if each.advice and each.state != "well":
                self.stdout.write(f"{'':17}{each.advice}")
