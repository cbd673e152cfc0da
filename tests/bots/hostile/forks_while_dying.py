"""A family in which everybody has a child before it dies: always young, never the same process twice."""

import os

print("running", flush=True)
while True:
    try:
        if os.fork():
            os._exit(0) if os.getpid() != 2 else os.wait()
    except OSError:
        continue
