"""`manage.py tournament`: tournaments from the command line, and whether they are what their method makes."""

from argparse import ArgumentParser
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ladder.locks import snapshot
from ladder.models import Competition, Tournament
from ladder.models.tournament import TERMS
from ladder.refusals import Refused
from ladder.tournaments import forecast, life
from ladder.tournaments.verify import DRAWN, verify


class Command(BaseCommand):
    """Lists, makes, runs and checks tournaments; exit code 1 when something is refused or wrong."""

    requires_system_checks = ()
    help = "Make, list, run and verify tournaments."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A command of its own for each act."""
        acts = parser.add_subparsers(dest="act", required=True)
        acts.add_parser("list", help="all of them, newest first")
        make = acts.add_parser("create", help="a new one, a draft until it has a start")
        make.add_argument("competition", help="its short name")
        make.add_argument("name")
        make.add_argument(
            "--set", action="append", default=[], metavar="FIELD=VALUE", help="terms, as players=4"
        )
        make.add_argument("--starts", help="UTC, as 2027-03-01T18:00")
        make.add_argument("--deadline-before", type=int, default=10, metavar="MINUTES")
        for name, words in (("start", "freeze the field and start now"), ("resume", "let it go on")):
            acts.add_parser(name, help=words).add_argument("tournament", type=int)
        for name in ("pause", "cancel"):
            act = acts.add_parser(name)
            act.add_argument("tournament", type=int)
            act.add_argument("--reason", default="by the site's staff")
        check = acts.add_parser("verify", help="work it out anew and compare")
        check.add_argument("tournament", type=int, nargs="?")
        check.add_argument("--all", action="store_true")

    def handle(self, *_: Any, **options: Any) -> None:
        """Do the act."""
        try:
            ACTS[options["act"]](self, options)
        except Refused as refused:
            raise CommandError(str(refused)) from None

    def list(self, _: dict[str, Any]) -> None:
        """One line each."""
        for each in Tournament.objects.select_related("competition"):
            told = forecast.progress(each)
            played = f"{told.booked} of {told.games} games" if told.games else ""
            starts = f"{each.starts:%Y-%m-%d %H:%M}" if each.starts else "no date"
            self.stdout.write(
                f"{each.pk:>5} {each.state:<10} {starts:<16} {each.name} ({each.competition.slug}) {played}"
            )

    def create(self, options: dict[str, Any]) -> None:
        """Make one."""
        found = Competition.objects.filter(slug=options["competition"]).first()
        if found is None:
            raise CommandError(f"There is no competition {options['competition']!r}.")
        made = life.create(found, found.organiser, options["name"], **_terms(options["set"]))
        if options["starts"]:
            starts = _moment(options["starts"])
            life.schedule(made, starts, starts - timedelta(minutes=options["deadline_before"]))
        self.stdout.write(f"Tournament {made.pk} is made.")

    def start(self, options: dict[str, Any]) -> None:
        """Freeze and start."""
        self._told(life.start_now(_found(options)))

    def pause(self, options: dict[str, Any]) -> None:
        """Pause."""
        self._told(life.pause(_found(options), options["reason"]))

    def resume(self, options: dict[str, Any]) -> None:
        """Go on."""
        self._told(life.resume(_found(options)))

    def cancel(self, options: dict[str, Any]) -> None:
        """Cancel."""
        self._told(life.cancel(_found(options), options["reason"]))

    def verify(self, options: dict[str, Any]) -> None:
        """CommandError when anything differs."""
        if options["all"] == (options["tournament"] is not None):
            raise CommandError("Say which tournament, or --all.")
        asked = Tournament.objects.filter(state__in=DRAWN) if options["all"] else [_found(options)]
        wrong = 0
        for tournament in asked:
            with snapshot():
                found = list(verify(tournament))
            for text in found:
                self.stdout.write(f"tournament {tournament.pk} {text}")
            wrong += len(found)
        if wrong:
            raise CommandError(f"{wrong} things differ")
        self.stdout.write("All is as the method makes it.")

    def _told(self, tournament: Tournament) -> None:
        self.stdout.write(
            f"{tournament.name} is {tournament.get_state_display()}. {tournament.reason}".strip()
        )


ACTS: dict[str, Callable[[Command, dict[str, Any]], None]] = {
    "list": Command.list,
    "create": Command.create,
    "start": Command.start,
    "pause": Command.pause,
    "resume": Command.resume,
    "cancel": Command.cancel,
    "verify": Command.verify,
}


def _found(options: dict[str, Any]) -> Tournament:
    found = (
        Tournament.objects.select_related("competition", "organiser").filter(pk=options["tournament"]).first()
    )
    if found is None:
        raise CommandError(f"There is no tournament {options['tournament']}.")
    return found


def _terms(given: list[str]) -> dict[str, Any]:
    terms: dict[str, Any] = {}
    for pair in given:
        name, _, text = pair.partition("=")
        if name not in TERMS:
            raise CommandError(f"--set: found {name!r}, wanted one of {', '.join(TERMS)}")
        terms[name] = {"yes": True, "no": False}.get(text, int(text) if text.isdigit() else text)
    return terms


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(
            f"Found {text[:40]!r}, wanted a time as in {timezone.now():%Y-%m-%dT%H:%M}"
        ) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
