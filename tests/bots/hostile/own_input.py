"""Opens its own pipes again the other way round, to put questions into its own mouth."""

import errno
import json
import os


def reopen(path: str, ways: int) -> str:
    """How opening ends."""
    try:
        os.close(os.open(path, ways | os.O_NONBLOCK))
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


found = {"input": reopen("/proc/self/fd/0", os.O_WRONLY), "output": reopen("/proc/self/fd/1", os.O_RDONLY)}
print(json.dumps(found), flush=True)
