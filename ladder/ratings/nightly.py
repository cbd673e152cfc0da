"""The nightly fits run in a process of their own: they take longer than a message to the ladder may."""

import logging
import os
import subprocess
import sys

from django.conf import settings

from ladder.ratings import reference

log = logging.getLogger(__name__)

_running: subprocess.Popen[bytes] | None = None


def start() -> int:
    """Have the due fits made, unless this process has such a one at work; the number of competitions due."""
    global _running
    if _running is not None and _running.poll() is None:
        return 0
    if _running is not None and _running.returncode:
        log.error("the last fit ended with %s; its own lines say why", _running.returncode)
    _running = None
    due = reference.due()
    if due:
        _running = subprocess.Popen(
            [sys.executable, os.fspath(settings.BASE_DIR / "manage.py"), "fit_ratings", "--due"],
            stdin=subprocess.DEVNULL,
        )
    return len(due)
