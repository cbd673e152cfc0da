"""Looks for a terminal to type into."""

import errno
import json
import os
from collections.abc import Callable


def outcome(call: Callable[[], object]) -> str:
    """The name of the error that a call ends with."""
    try:
        call()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


found = {
    "tty": outcome(lambda: os.open("/dev/tty", os.O_RDWR)),
    "console": outcome(lambda: os.open("/dev/console", os.O_RDWR)),
    "pty": outcome(os.openpty),
    "foreground": outcome(lambda: os.tcsetpgrp(0, os.getpgrp())),
}
print(json.dumps(found), flush=True)
