"""The order in which the service comes up on one machine; independent things start together."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from ladder.up import UpError, broker, database, place, ports, sandbox, service, site_probe
from ladder.up.claim import Claim
from ladder.up.screen import Screen
from ladder.up.service import Site
from ladder.up.supervisor import StopWantedError, Supervisor
from ladder.up.task import Task

BROKER_WITHIN_S = 60.0
SITE_WITHIN_S = 120.0
UPLOADS_WITHIN_S = 120.0


@dataclass(frozen=True)
class Wishes:
    """What the command line asked for."""

    demo: bool
    reset: bool
    port: int
    workers: int | None


def run(wishes: Wishes) -> None:
    """Bring everything up, keep it alive, and take it all down; UpError when it cannot run here."""
    os.umask(0o022)  # bots' users must be able to enter what we make; secrets have modes of their own
    _move_to_a_place_bots_can_enter(Path(settings.BASE_DIR))
    data: Path = settings.SITE.data
    place.prepare(data)
    screen = Screen()
    claim = Claim(data)
    supervisor = Supervisor(Path(settings.BASE_DIR), data / "log", claim, screen.say)
    supervisor.listen_for_signals()
    try:
        _end_leftovers(claim, screen)
        _bring_up(wishes, data, supervisor, screen)
        _watch(supervisor, screen)
    except StopWantedError:
        screen.say("Stopping …")
    finally:
        supervisor.stop()
        screen.say("Everything is stopped")


def _move_to_a_place_bots_can_enter(base: Path) -> None:
    """Begin anew with another data folder where the usual one is closed to bots' users; said."""
    data: Path = settings.SITE.data
    chosen = place.choose(data, base, given=bool(os.environ.get("WATERINGHOLE_DATA")))
    if chosen == data:
        return
    print(f"{data} is closed to the users that bots run as; the data goes to {chosen}", flush=True)
    os.environ["WATERINGHOLE_DATA"] = str(chosen)
    os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606 - the settings must be read again


def _end_leftovers(claim: Claim, screen: Screen) -> None:
    left = claim.end_leftovers()
    if left:
        screen.say(f"Ended {left} processes that an earlier start had left behind")


def _bring_up(wishes: Wishes, data: Path, supervisor: Supervisor, screen: Screen) -> None:
    given_broker = os.environ.get("REDIS_URL", "")
    if wishes.reset:
        _reset(data, given_broker, screen)
    chosen = broker.choose(given_broker, data)
    if chosen.command:
        supervisor.start(service.broker(chosen.command))
    screen.say(f"Broker: {chosen.label}")
    site = _site(wishes, data, chosen.url, screen)
    finding = sandbox.Finding(supervisor, site, screen.say)
    database.bring_up_to_date(supervisor, screen.say)
    supervisor.start(service.web(site), service.streams(site))  # not earlier: a page would find no tables
    supervisor.wait_for(chosen.label, lambda: broker.answers(chosen.url), BROKER_WITHIN_S)
    supervisor.start(*service.ladder_parts(site), service.table_worker(site))
    uploads = _begin_demo(site, supervisor, screen) if wishes.demo else None
    supervisor.start(*service.match_workers(site, finding.result(), _worker_count(wishes)))
    supervisor.wait_for("the site", lambda: site_probe.answers(site.address), SITE_WITHIN_S)
    screen.say(f"Open {site.address}/")
    if uploads is not None:
        supervisor.wait_for(uploads.what, uploads.is_done, UPLOADS_WITHIN_S)


def _reset(data: Path, given_broker: str, screen: Screen) -> None:
    if os.environ.get("DATABASE_URL"):
        raise UpError(
            "RESET empties the data folder, not a database named by DATABASE_URL: empty that yourself"
        )
    place.empty(data)
    place.prepare(data)
    if given_broker:
        broker.forget(given_broker, settings.QUEUE_PREFIX)
    screen.say(f"Emptied {data}")


def _site(wishes: Wishes, data: Path, broker_url: str, screen: Screen) -> Site:
    port = ports.first_free(wishes.port)
    if port != wishes.port:
        screen.say(f"Port {wishes.port} is taken; the site gets {port}")
    minimum = settings.SANDBOX_MINIMUM
    if wishes.demo and "SANDBOX_MINIMUM" not in os.environ:
        minimum = "namespaces"
        screen.say(
            "Sandbox: the demo is content with level `namespaces` (SANDBOX_MINIMUM; a site wants `full`)"
        )
    base, prefix, streams = Path(settings.BASE_DIR), settings.QUEUE_PREFIX, ports.first_free(port + 1)
    return Site(base, data, port, broker_url, prefix, minimum, os.environ, streams)


def _begin_demo(site: Site, supervisor: Supervisor, screen: Screen) -> Task:
    """Make the demo's competition and organiser; its bots are uploaded in the background."""
    from ladder import demo

    account = demo.prepare()
    if account is not None:
        screen.say(f"Organiser's account, shown this once: {account.name}, password {account.password}")
    command = (sys.executable, "manage.py", "upload_house_bots")
    task = Task("uploading the house bots", [command], site.env())
    supervisor.begin(task)
    return task


def _worker_count(wishes: Wishes) -> int:
    return len(os.sched_getaffinity(0)) if wishes.workers is None else wishes.workers


def _watch(supervisor: Supervisor, screen: Screen) -> None:
    """Look after everything until a signal comes."""
    from ladder.up import figures

    while True:
        supervisor.pause()
        if screen.is_due():
            screen.show(figures.read(), supervisor.parts)
