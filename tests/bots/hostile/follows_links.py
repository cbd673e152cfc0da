"""Reads through the links that lie in its folder, as if an archive had brought them."""

import errno
import json
import os


def read(path: str) -> str:
    """How reading a file ends."""
    try:
        with open(path, "rb") as file:
            return f"{len(file.read(64))} bytes"
    except OSError as error:
        return errno.errorcode[error.errno or 0]


links = [name for name in os.listdir(".") if os.path.islink(name)]
print(json.dumps({name: read(name) for name in links}), flush=True)
