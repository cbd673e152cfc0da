"""Signals everybody it can think of; the arguments are processes of the host."""

import errno
import json
import os
import signal
import sys


def shoot(pid: int) -> str:
    """SIGKILL one process, or with -1 all of them; how that ended."""
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


targets = [int(word) for word in sys.argv[1:]]
found = {str(pid): shoot(pid) for pid in (*targets, 1, os.getppid(), -1)}
print(json.dumps(found), flush=True)
