"""Turns its end of the pipes into packets that do not wait, and answers in two halves."""

import fcntl
import os

for fd in (0, 1):
    fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_NONBLOCK | os.O_DIRECT)
fcntl.fcntl(1, fcntl.F_SETFL, fcntl.fcntl(1, fcntl.F_GETFL) & ~os.O_NONBLOCK)
print("ready", flush=True)
while True:
    try:
        line = os.read(0, 65536)
    except BlockingIOError:
        os.sched_yield()
        continue
    if not line:
        break
    os.write(1, line[:1])
    os.write(1, line[1:])
