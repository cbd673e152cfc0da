"""One `up` at a time on one data folder, and what an earlier one left running is found and ended."""

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path

from ladder.up import UpError
from ladder.up.processes import Identity, end, identity, session_members

LEFTOVERS_END_WITHIN_S = 5.0


class Claim:
    """The right to run on a data folder: held until the process ends, however it ends."""

    def __init__(self, data: Path) -> None:
        """Claim the folder; UpError when another `up` has it."""
        self._record = data / "up.json"
        self._lock = (data / "up.lock").open("a+")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.seek(0)
            holder = self._lock.read().strip() or "unknown"
            self._lock.close()
            raise UpError(
                f"the service already runs on {data} (process {holder}): stop that one first, "
                "or give this one a folder of its own by WATERINGHOLE_DATA"
            ) from None
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()))
        self._lock.flush()

    def end_leftovers(self) -> int:
        """End the processes of an earlier `up` that was killed; how many there were."""
        left = [leader for leader in self._recorded() if session_members(leader)]
        end(left, LEFTOVERS_END_WITHIN_S)
        return len(left)

    def record(self, parts: Mapping[str, int]) -> None:
        """Write down which processes run: part's name to process number."""
        known = {name: found for name, pid in parts.items() if (found := identity(pid)) is not None}
        lines = {name: [process.pid, process.started] for name, process in known.items()}
        draft = self._record.with_suffix(".new")
        draft.write_text(json.dumps(lines))
        draft.replace(self._record)

    def release(self) -> None:
        """Give the folder back after a clean stop."""
        self._record.unlink(missing_ok=True)
        self._lock.close()

    def _recorded(self) -> list[Identity]:
        try:
            lines = json.loads(self._record.read_text())
            return [Identity(int(pid), int(started)) for pid, started in lines.values()]
        except FileNotFoundError:
            return []
        except (ValueError, TypeError, AttributeError):
            return []  # half a file, from a full disk: nothing is known, so nothing is ended
