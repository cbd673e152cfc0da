"""Starts threads until the kernel refuses, and says how many it got."""

import threading
import time

started = 0
try:
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        started += 1
except RuntimeError:
    print(started, flush=True)
