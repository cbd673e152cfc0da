"""`python -m tests.chaos.clocked FILE MODULE …`: runs a module, its clock as many seconds off as FILE says.

Only the clock on the wall: what is waited for by the monotonic one goes on as it should.
"""

import runpy
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone


def main(file: Path) -> None:
    """Bend the clocks that our code reads."""
    true_time, true_now = time.time, timezone.now

    def ahead() -> int:
        return int(file.read_text() or "0")

    bent_time: Callable[[], float] = lambda: true_time() + ahead()  # noqa: E731
    bent_now: Callable[[], datetime] = lambda: true_now() + timedelta(seconds=ahead())  # noqa: E731
    time.time, timezone.now = bent_time, bent_now


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    sys.argv = sys.argv[2:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
