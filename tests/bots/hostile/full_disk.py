"""Fills everything it can write to and says where each attempt ended."""

import errno
import json
import os


def fill(path: str, total: int) -> str:
    """Write up to `total` bytes into files below `path`, eight megabytes each."""
    written = number = 0
    try:
        while written < total:
            number += 1
            with open(f"{path}/{number}", "wb", buffering=0) as file:
                for _ in range(8):
                    written += file.write(bytes(2**20))
    except OSError as error:
        return f"{errno.errorcode[error.errno]} after {written >> 20}"
    return "no end"


def one_file() -> str:
    """One file beyond the limit of a single file."""
    with open("/tmp/large", "wb") as file:
        try:
            os.ftruncate(file.fileno(), 2**40)
        except OSError as error:
            return errno.errorcode[error.errno]
    return "no end"


print(
    json.dumps({"large": one_file(), "shm": fill("/dev/shm", 2**26), "tmp": fill("/tmp", 2**26)}), flush=True
)
