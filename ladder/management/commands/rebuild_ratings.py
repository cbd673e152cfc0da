"""`manage.py rebuild_ratings`: every rating once more from the log, while the ladder goes on."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder.models import Competition
from ladder.ratings.rebuild import Rebuilt, rebuild


class Command(BaseCommand):
    """Folds all numbered results from empty into a new epoch, compares it with the old one, and switches."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Fold the ratings anew from the log into a new epoch, compare, and switch the boards to it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command's options."""
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="competitions; all, if none is named")

    def handle(self, *_: Any, **options: Any) -> None:
        """One line a competition; CommandError for an unknown one, and when standings have changed."""
        changed = []
        for competition in _asked_for(options["slugs"]):
            begun = time.monotonic()
            rebuilt = rebuild(competition.pk, self._progress)
            self.stdout.write(_told(competition, rebuilt, time.monotonic() - begun))
            if not rebuilt.same:
                changed.append(competition.slug)
        if changed:
            raise CommandError(
                f"the standings of {', '.join(changed)} differ from those that the ladder had; the new ones "
                "follow from the log and the rulings, and the boards show them now",
                returncode=2,
            )

    def _progress(self, done: int, of: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{done:,} of {of:,} ({100 * done // max(of, 1)} %)", ending="")
            self.stderr.write("" if done < of else "\n", ending="")


def _asked_for(slugs: list[str]) -> list[Competition]:
    known = {competition.slug: competition for competition in Competition.objects.order_by("slug")}
    unknown = [slug for slug in slugs if slug not in known]
    if unknown:
        raise CommandError(
            f"there is no competition {unknown[0]!r}; there are: {', '.join(known) or 'none yet'}"
        )
    return [known[slug] for slug in slugs] or list(known.values())


def _told(competition: Competition, rebuilt: Rebuilt, seconds: float) -> str:
    verdict = "the same as before" if rebuilt.same else f"DIFFERENT from before ({rebuilt.former_digest})"
    return (
        f"{competition.slug}: {rebuilt.results:,} results in {seconds:.1f} s, epoch {rebuilt.epoch}, "
        f"SHA-256 {rebuilt.digest}, {verdict}"
    )
