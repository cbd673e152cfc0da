"""Four children, each of which takes a third of the box's memory: the sum is too much, no single one is."""

import os
import signal
import sys

share = int(sys.argv[1]) * 2**20 // 3
for _ in range(4):
    if os.fork() == 0:
        held = bytearray(os.urandom(1)) * share
        signal.pause()
for _ in range(4):
    print(os.wait()[1], flush=True)
