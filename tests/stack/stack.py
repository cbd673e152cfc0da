"""A whole service in processes of its own, for tests: the parts that `manage.py up` starts, each killable."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import redis

from ladder.up import bubblewrap, processes, service, site_probe
from ladder.up.parts import Part
from ladder.up.processes import Identity
from ladder.up.service import Site
from tests import services
from tests.stack import prepare
from tests.stack.client import Client, signed_in

ROOT = Path(__file__).resolve().parent.parent.parent
PREFIX = "pond"
LADDER_PARTS = ("web", "pulse", "ladder", "beat")
WORKERS = ("worker-1", "worker-2")


class Stack:
    """One service on a broker and a database of its own; parts go by their names in the supervisor."""

    def __init__(self, broker: services.Service, database_url: str, data: Path) -> None:
        self.broker = broker
        self.data = data
        self.database_url = database_url
        inherited = os.environ | {"DATABASE_URL": database_url}
        port = services.free_port()
        self._site = Site(ROOT, data, port, broker.url, PREFIX, "namespaces", inherited)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._sessions: list[Identity] = []
        self._parts = {part.name: part for part in self._all_parts()}

    def _all_parts(self) -> list[Part]:
        binary = bubblewrap.find(os.environ.get("BWRAP", ""), ROOT / ".tools")
        if binary is None:
            raise RuntimeError("no bubblewrap: apt-get install bubblewrap")
        ladder = [service.web(self._site), *service.ladder_parts(self._site)]
        return ladder + service.match_workers(self._site, binary, len(WORKERS))

    def prepare(self) -> None:
        """Make the tables, the authors and the competition."""
        command = [sys.executable, "-m", "tests.stack.prepare"]
        subprocess.run(command, cwd=ROOT, env=self._site.env(), check=True)

    def manage(self, *arguments: str) -> str:
        """What `manage.py` says to these arguments; CalledProcessError when it fails."""
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        run = subprocess.run(
            command, cwd=ROOT, env=self._site.env(), check=True, capture_output=True, text=True
        )
        return run.stdout

    def start(self, *names: str) -> None:
        """Start these parts."""
        for name in names:
            part = self._parts[name]
            process = processes.start(part.command, part.env, ROOT, self.data / f"{name}.log")
            self._running[name] = process
            found = processes.identity(process.pid)
            if found is not None:
                self._sessions.append(found)

    def kill(self, name: str) -> None:
        """SIGKILL the part's process, and only that one, as the kernel's memory killer would."""
        process = self._running.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        """End everything."""
        processes.end(self._sessions, 6)
        for process in self._running.values():
            process.wait(5)

    def env(self) -> dict[str, str]:
        """The environment of the ladder's parts, for commands beside them."""
        return self._site.env()

    def members(self) -> dict[str, list[int]]:
        """The living processes of each part, its children included."""
        leaders = {name: processes.identity(process.pid) for name, process in self._running.items()}
        return {
            name: processes.session_members(leader) for name, leader in leaders.items() if leader is not None
        }

    def memory_mb(self) -> dict[str, float]:
        """What each part keeps in memory for itself, its children included (proportional set size), in MB."""
        return {
            name: sum(processes.memory_kb(pid) for pid in pids) / 1024
            for name, pids in self.members().items()
        }

    @property
    def address(self) -> str:
        """The site's."""
        return self._site.address

    def is_up(self) -> bool:
        """Whether pages come."""
        return site_probe.answers(self.address)

    def author(self, name: str) -> Client:
        """A client with a token of that author."""
        return signed_in(self.address, name, prepare.PASSWORD)

    def queue(self) -> redis.Redis:
        """The broker, to look into it."""
        return redis.Redis.from_url(self.broker.url)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database holds, looked at from outside."""
        if self.database_url.startswith("sqlite"):
            file = self.database_url.removeprefix("sqlite:///")
            connection = sqlite3.connect(file, timeout=20)
            try:
                return connection.execute(query).fetchall()
            finally:
                connection.close()
        with psycopg.connect(self.database_url) as postgres:
            return postgres.execute(query).fetchall()

    def number(self, query: str) -> int:
        """The one number that a query gives."""
        return int(self.rows(query)[0][0])

    def wait(self, what: str, condition: Callable[[], Any], within_s: float = 60.0) -> Any:
        """The condition's first true value; AssertionError with the ends of all logs when it never came."""
        deadline = time.monotonic() + within_s
        while True:
            found = condition()
            if found:
                return found
            if time.monotonic() > deadline:
                raise AssertionError(f"in {within_s:.0f} s never: {what}\n{self.logs()}")
            time.sleep(0.1)

    def logs(self) -> str:
        """The ends of all logs."""
        files = sorted(self.data.glob("*.log"))
        return "\n".join(f"--- {file.name}\n{file.read_text(errors='replace')[-1500:]}" for file in files)
