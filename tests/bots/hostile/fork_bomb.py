"""Forks for ever, children too; says once how far the first process came."""

import os

started = 0
while True:
    try:
        if os.fork() == 0:
            started = -1_000_000
        started += 1
    except OSError:
        if started > 0:
            print(started, flush=True)
            started = -1_000_000
