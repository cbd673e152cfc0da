"""Getting bubblewrap while other things start: never without a sandbox."""

from collections.abc import Callable
from pathlib import Path

from ladder.up import UpError, bubblewrap
from ladder.up.service import Site
from ladder.up.supervisor import Supervisor
from ladder.up.task import Task

INSTALL_WITHIN_S = 300.0


class Finding:
    """Looks for bubblewrap; where there is none, the first way of getting it begins in the background."""

    def __init__(self, supervisor: Supervisor, site: Site, say: Callable[[str], None]) -> None:
        self._supervisor = supervisor
        self._env = bubblewrap.installing_env(site.env())
        self._say = say
        tools = site.base / ".tools"
        self._found = bubblewrap.find(self._env.get("BWRAP", ""), tools)
        self._ways = [] if self._found else bubblewrap.ways(tools, site.base)
        self._task = self._begin() if self._ways else None

    def result(self) -> Path:
        """The binary, once it is there; UpError says what to install when no way worked."""
        while self._found is None:
            self._found = self._wait()
        self._say(f"Sandbox: bubblewrap at {self._found}")
        return self._found

    def _begin(self) -> Task:
        task = Task("installing bubblewrap", self._ways[0].commands, self._env)
        self._say(self._ways[0].said)
        self._supervisor.begin(task)
        return task

    def _wait(self) -> Path | None:
        """The binary that the present way brought; None when it did not and the next way has begun."""
        way = self._ways.pop(0)
        try:
            self._supervisor.wait_for("bubblewrap", self._task_is_done, INSTALL_WITHIN_S)
        except UpError as error:
            if not self._ways:
                raise UpError(f"{error}; {bubblewrap.WHAT_TO_DO}") from error
            self._task = self._begin()
            return None
        return way.binary

    def _task_is_done(self) -> bool:
        return self._task is None or self._task.is_done()
