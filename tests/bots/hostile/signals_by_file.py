"""Asks the kernel to send signals for it, to processes of the host, whenever a pipe has something."""

import errno
import fcntl
import json
import os
import signal
import sys

F_SETOWN, F_SETSIG = 8, 10


def attempt(command: int, value: int) -> str:
    """One order about standard input."""
    try:
        fcntl.fcntl(0, command, value)
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


found = {word: attempt(F_SETOWN, int(word)) for word in sys.argv[1:]}
found["signal"] = attempt(F_SETSIG, signal.SIGKILL)
fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
print(json.dumps(found), flush=True)
sys.stdin.readline()
