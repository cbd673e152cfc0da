"""`manage.py status`: what the service is doing, and what is wrong, for the terminal."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder import broker, figures, health
from ladder.figures import Figures
from ladder.orders import BrokerAway


class Command(BaseCommand):
    """Prints checks and figures; exit code 1 while something vital is not well."""

    requires_system_checks = ()  # they load all pages, which the site does anyway
    help = "Show what the service is doing and what is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command's one option."""
        parser.add_argument("--json", action="store_true", help="the same as one JSON object")

    def handle(self, *_: Any, **options: Any) -> None:
        """Look once; CommandError when the service is down."""
        checks = health.checks()
        found = figures.read() if all(c.ok for c in checks if c.name in ("database", "schema")) else None
        queues = _queues()
        if options["json"]:
            told = {
                "checks": [asdict(check) for check in checks],
                "figures": asdict(found) if found else None,
                "queues": queues,
            }
            self.stdout.write(json.dumps(told, indent=1, ensure_ascii=False))
        else:
            self.stdout.write("\n".join([*_checks(checks), *_figures(found, queues)]))
        down = [check for check in checks if check.vital and not check.ok]
        if down:
            raise CommandError("; ".join(f"{check.name}: {check.text}" for check in down))


def _queues() -> dict[str, int] | None:
    try:
        return broker.lengths()
    except BrokerAway:
        return None


def _checks(checks: Iterable[health.Check]) -> Iterator[str]:
    for check in checks:
        yield f"{'ok' if check.ok else '!!':<3} {check.name:<10} {check.text}"
        if check.advice and not check.ok:
            yield f"{'':15}{check.advice}"


def _figures(found: Figures | None, queues: dict[str, int] | None) -> Iterator[str]:
    if queues is not None:
        yield f"\nat the broker   {_listed(queues)}"
    if found is None:
        return
    yield f"matches         {_listed(found.matches)}; {found.results_last_hour} results in the last hour"
    yield f"uploads         {_listed(found.versions)}"
    yield f"not yet rated   {found.unfolded} results, the oldest {found.fold_lag_s:.0f} s old"
    yield f"last attempts   {_listed(found.attempts)}"
    yield f"last faults     {_listed(found.faults)}"
    yield f"incidents       {found.incidents_last_day} in the last day"
    for worker in found.workers:
        yield (
            f"worker          {worker.name} on {worker.host}: {worker.state}, "
            f"sandbox {worker.level or 'none'}, speed {worker.speed:.2f}, "
            f"plays {worker.playing}, {worker.played} in the last hour"
        )


def _listed(numbers: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in numbers.items()) or "none"
