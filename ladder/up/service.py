"""What the service consists of on one machine: each part's command and environment."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ladder.up.parts import Part
from workers.contract import LADDER_QUEUE, PULSE_QUEUE, queue_name

# All that a match worker may know; nothing of the site's database and secrets.
WORKERS_MAY_KNOW = (
    "PATH",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "REDIS_URL",
    "QUEUE_PREFIX",
    "SANDBOX_MINIMUM",
    "SANDBOX_UIDS",
    "BOT_ROOT",
    "BUILD_ROOT",
    "SANDBOX_ZYGOTE",
    "SANDBOX_BACKEND",
    "RUNSC",
    "WORKER_CACHE_MB",
    "LOG_FORMAT",
)
WORKERS_MAY_KNOW_PREFIX = "WATERINGHOLE_"
THREADS_OF_THE_SITE = 8
STREAMS_PATH = "/events/"
TABLE_QUEUE = "table"


@dataclass(frozen=True)
class Site:
    """One site on this machine: where it is, its broker, its port, and the environment of its parts.

    Without `streams_port` there are no live streams.
    """

    base: Path
    data: Path
    port: int
    broker_url: str
    queue_prefix: str
    sandbox_minimum: str
    inherited: Mapping[str, str]
    streams_port: int = 0

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self.port}"

    def env(self) -> dict[str, str]:
        """The environment of the ladder's parts."""
        env = dict(self.inherited)
        env.setdefault("SITE_URL", self.address)
        if self.streams_port:
            env.setdefault("STREAMS_URL", f":{self.streams_port}{STREAMS_PATH}")
        env["REDIS_URL"] = self.broker_url
        env["QUEUE_PREFIX"] = self.queue_prefix
        env["WATERINGHOLE_DATA"] = str(self.data)
        env["SANDBOX_MINIMUM"] = self.sandbox_minimum
        env["DJANGO_SETTINGS_MODULE"] = "ladder.settings"
        return env

    def worker_env(self, bubblewrap: Path) -> dict[str, str]:
        """The environment of a match worker."""
        known = {
            name: value
            for name, value in self.env().items()
            if name in WORKERS_MAY_KNOW or name.startswith(WORKERS_MAY_KNOW_PREFIX)
        }
        return known | {"BWRAP": str(bubblewrap)}


def broker(command: tuple[str, ...]) -> Part:
    """The broker that we run ourselves."""
    return Part("broker", command, {"PATH": os.environ.get("PATH", os.defpath)})


def web(site: Site) -> Part:
    """Pages and API."""
    command = ("gunicorn", "ladder.wsgi:application", "--bind", f"127.0.0.1:{site.port}")
    threads = ("--worker-class", "gthread", "--threads", str(THREADS_OF_THE_SITE))
    return Part(
        "web", _python(*command, *threads, "--graceful-timeout", "3", "--no-control-socket"), site.env()
    )


def streams(site: Site) -> Part:
    """What pages follow live; a process of its own, so that no open stream holds a thread of the pages."""
    command = ("gunicorn", "ladder.asgi:application", "--bind", f"127.0.0.1:{site.streams_port}")
    kind = ("--worker-class", "asgi", "--graceful-timeout", "1", "--no-control-socket")
    return Part("streams", _python(*command, *kind), site.env())


WORKER = ("celery", "-A", "ladder.celery", "worker", "--pool=solo", "--without-gossip", "--without-mingle")


def ladder_parts(site: Site) -> list[Part]:
    """What keeps the books: the pulse worker (one, never more), the ladder worker, and the clock."""
    env = site.env()
    clock = ("celery", "-A", "ladder.celery", "beat", "--pidfile=", "-s", str(site.data / "beat-schedule"))
    return [
        Part("pulse", _python(*WORKER, *_consuming(site, PULSE_QUEUE)), env),
        Part("ladder", _python(*WORKER, *_consuming(site, LADDER_QUEUE)), env),
        Part("beat", _python(*clock), env),
    ]


def table_worker(site: Site) -> Part:
    """House bots at people's tables; a process of its own, so that neither holds up the other."""
    return Part("table", _python(*WORKER, *_consuming(site, TABLE_QUEUE)), site.env())


def match_workers(site: Site, bubblewrap: Path, count: int) -> list[Part]:
    """The processes that play matches, one a core."""
    env = site.worker_env(bubblewrap)
    names = [f"worker-{number}" for number in range(1, count + 1)]
    return [Part(name, _python("workers", "serve", "--name", name), env) for name in names]


def _consuming(site: Site, queue: str) -> tuple[str, ...]:
    return ("-Q", queue_name(site.queue_prefix, queue), "-n", f"{queue}@{site.queue_prefix}")


def _python(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", *arguments)
