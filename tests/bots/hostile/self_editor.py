"""Tries to change its own code, its neighbours on the path, and the system's programs."""

import errno
import json
import os
import sys
from collections.abc import Callable
from functools import partial

ENTRY = os.path.abspath(__file__)


def refusal(call: Callable[[], object]) -> str:
    """The name of the error that the call ends with, or `allowed`."""
    try:
        call()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


def touch(path: str) -> None:
    """Open a file for writing at its end."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND))


def mount_options(*targets: str) -> str:
    """The options of these mounts, as the kernel tells them."""
    with open("/proc/self/mountinfo") as file:
        lines = [line.split() for line in file]
    return " ".join(line[5] for line in lines if line[4] in targets)


found = {
    "append": refusal(partial(touch, ENTRY)),
    "remove": refusal(lambda: os.unlink(ENTRY)),
    "rename": refusal(lambda: os.rename(ENTRY, "other.py")),
    "chmod": refusal(lambda: os.chmod(ENTRY, 0o777)),
    "new": refusal(partial(touch, "new.py")),
    "link": refusal(lambda: os.link(ENTRY, "/tmp/linked.py")),
    "library": refusal(partial(touch, f"{os.path.dirname(os.__file__)}/planted.py")),
    "engine": refusal(partial(touch, "/library/engine/planted.py")),
    "program": refusal(partial(touch, sys.executable)),
    "root": refusal(partial(touch, "/planted")),
    "mounts": mount_options("/tmp", "/dev/shm"),
}
print(json.dumps(found), flush=True)
