"""The service under attack: real PostgreSQL and Redis, two ladder workers, workers on cuttable wires."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg

from ladder.up import processes
from ladder.up.parts import Part
from tests import services
from tests.chaos.proxy import Wire
from tests.stack.stack import ROOT, WORKERS, Stack

PATIENCE_S = 60.0
SECOND_LADDER, SECOND_BEAT = "ladder-2", "beat-2"


class Arena(Stack):
    """A stack whose match workers reach the broker by a wire each, with clocks that can be set."""

    def __init__(
        self, broker: services.Service, database: services.Service, data: Path, wires: dict[str, Wire]
    ) -> None:
        self.database = database
        self.wires = wires
        super().__init__(broker, database.url, data)

    def _all_parts(self) -> list[Part]:
        parts = {part.name: part for part in super()._all_parts()}
        for name in WORKERS:
            url = f"redis://127.0.0.1:{self.wires[name].port}/0"
            parts[name] = replace(parts[name], env={**parts[name].env, "REDIS_URL": url})
        ladder, beat = parts["ladder"], parts["beat"]
        second = tuple(word.replace("ladder@", "ladder2@") for word in ladder.command)
        schedule = tuple(word.replace("beat-schedule", "beat-2-schedule") for word in beat.command)
        parts[SECOND_LADDER] = Part(SECOND_LADDER, second, ladder.env)
        parts[SECOND_BEAT] = Part(SECOND_BEAT, schedule, beat.env)
        return [self._with_a_clock(part) for part in parts.values()]

    def _with_a_clock(self, part: Part) -> Part:
        """The same part with a clock that can be set."""
        python, _, *rest = part.command
        self.set_clock(part.name, 0)
        command = (python, "-m", "tests.chaos.clocked", str(self._clock(part.name)), *rest)
        return part if part.name == "web" else replace(part, command=command)

    def set_clock(self, name: str, ahead_s: int) -> None:
        """Set the part's clock so many seconds ahead of the machine's (behind, if negative)."""
        file = self._clock(name)
        file.with_suffix(".new").write_text(str(ahead_s))
        file.with_suffix(".new").replace(file)

    def _clock(self, name: str) -> Path:
        return self.data / f"{name}.clock"

    def end(self, name: str) -> None:
        """SIGKILL the part and all that it had started, as when its machine dies."""
        process = self._running.pop(name)
        found = processes.identity(process.pid)
        if found is not None:
            processes.kill([found])
        process.wait()

    def send(self, name: str, what: signal.Signals) -> None:
        """Send the part's process a signal."""
        self._running[name].send_signal(what)

    def children(self, name: str) -> list[int]:
        """The processes that the part's own process has started, by any of its threads, and that live."""
        threads = Path(f"/proc/{self._running[name].pid}/task").iterdir()
        return [int(word) for thread in threads for word in (thread / "children").read_text().split()]

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database holds, asked again while it is away."""
        return self._patiently(query).fetchall()

    def execute(self, statement: str) -> None:
        """Change the database from outside."""
        self._patiently(statement)

    def _patiently(self, statement: str) -> psycopg.Cursor[Any]:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                with psycopg.connect(self.database_url) as connection:
                    return connection.execute(statement)
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `manage.py` with the site's environment."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self._site.env(), capture_output=True, text=True, check=False
        )


def wires(broker: services.Service) -> Iterator[dict[str, Wire]]:
    """A wire to this broker for each match worker."""
    port = int(broker.url.rsplit(":", 1)[1].split("/")[0])
    made = {name: Wire(port) for name in WORKERS}
    try:
        yield made
    finally:
        for wire in made.values():
            wire.close()


def kill_service(service: services.Service) -> None:
    """As if it had lost power: PostgreSQL by an immediate shutdown, which needs recovery as well."""
    what = signal.SIGQUIT if service.kind == "postgres" else signal.SIGKILL
    os.kill(service.pid, what)
    service.wait_until_gone()
