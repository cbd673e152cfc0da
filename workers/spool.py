"""Reports on disk until the broker took them: a worker may die, a report must not."""

import json
import logging
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Spooled:
    """One report that waits: its file (None where there is no disk for it), its task's name, its message."""

    path: Path | None
    task: str
    message: dict[str, Any]


class Spool:
    """A folder of waiting reports, the oldest first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, task: str, message: dict[str, Any]) -> Spooled:
        """Keep a report; it is on the disk when this returns. OSError when it cannot be kept."""
        self._number += 1
        path = self._folder / f"{time.time_ns():020d}-{self._number:06d}.json"
        unfinished = path.with_suffix(".part")
        with unfinished.open("w") as file:
            json.dump({"task": task, "message": message}, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
        self._sync_folder()
        return Spooled(path, task, message)

    def waiting(self) -> list[Spooled]:
        """All reports that wait. One that cannot be read is put aside, and the log says so."""
        found = (self._read(path) for path in sorted(self._folder.glob("*.json")))
        return [spooled for spooled in found if spooled is not None]

    def remove(self, spooled: Spooled) -> None:
        """Forget a report that the broker took."""
        if spooled.path is not None:
            spooled.path.unlink(missing_ok=True)

    def _read(self, path: Path) -> Spooled | None:
        try:
            kept = json.loads(path.read_text())
            return Spooled(path, str(kept["task"]), dict(kept["message"]))
        except (ValueError, KeyError, TypeError) as error:
            aside = path.with_suffix(".unreadable")
            log.error("report %s cannot be read (%s): put aside as %s", path, error, aside.name)
            path.rename(aside)
            return None

    def _sync_folder(self) -> None:
        handle = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
