"""`manage.py fit_ratings`: reference ratings, made now, or made again to see whether they are the same."""

import os
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder.models import Competition, Fit
from ladder.ratings import reference

NICENESS = 10  # the nightly fits come behind everything else that the machine does


class Command(BaseCommand):
    """Publishes batch fits, or checks a published one by making it again from what it was made from."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Fit the reference ratings of competitions from their whole logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command's options."""
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="competitions; all, if none is named")
        parser.add_argument("--due", action="store_true", help="only those with no fit since last night")
        parser.add_argument("--verify", action="store_true", help="make the last fit again and compare")

    def handle(self, *_: Any, **options: Any) -> None:
        """One line a competition; CommandError for an unknown one, or when a fit came out differently."""
        if options["due"]:
            os.nice(NICENESS)
        asked = reference.due() if options["due"] else _asked_for(options["slugs"])
        if options["verify"]:
            self._verify(asked)
            return
        for competition in asked:
            begun = time.monotonic()
            fit = reference.publish(competition)
            self.stdout.write(_told(competition, fit, time.monotonic() - begun))

    def _verify(self, asked: list[Competition]) -> None:
        different = []
        for competition in asked:
            fit = competition.fits.first()
            if fit is None:
                self.stdout.write(f"{competition.slug}: no fit yet")
                continue
            verdict = _verdict(fit)
            self.stdout.write(
                f"{competition.slug}: fit {fit.pk} up to {fit.fold_seq:,}: {verdict or 'the same'}"
            )
            if verdict:
                different.append(competition.slug)
        if different:
            raise CommandError(
                f"the last fit of {', '.join(different)} does not come out again", returncode=2
            )


def _verdict(fit: Fit) -> str:
    """What is different now; empty when nothing is."""
    now, then = reference.again(fit), reference.stored(fit)
    if now == then:
        return ""
    if now.log_sha256 != then.log_sha256:
        return "staff ruled on its matches since; the next fit counts them so"
    return "DIFFERENT from what was published, though the log is the same"


def _asked_for(slugs: list[str]) -> list[Competition]:
    known = {competition.slug: competition for competition in Competition.objects.order_by("slug")}
    unknown = [slug for slug in slugs if slug not in known]
    if unknown:
        raise CommandError(
            f"there is no competition {unknown[0]!r}; there are: {', '.join(known) or 'none yet'}"
        )
    return [known[slug] for slug in slugs] or list(known.values())


def _told(competition: Competition, fit: Fit | None, seconds: float) -> str:
    if fit is None:
        return f"{competition.slug}: no match has been rated yet"
    return (
        f"{competition.slug}: {fit.matches:,} matches up to {fit.fold_seq:,}, "
        f"{fit.ratings.count():,} versions, luck {100 * fit.luck_share:.0f} %, {seconds:.1f} s"
    )
