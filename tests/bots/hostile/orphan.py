"""Leaves a grandchild behind in a session of its own, deaf to signals and busy, and goes home."""

import os
import signal

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in range(1, signal.NSIG):
            if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
                signal.signal(number, signal.SIG_IGN)
        print("left behind", flush=True)
        while True:
            pass
    os._exit(0)
os.wait()
