"""Has itself woken a million times a second by as many timers as it gets."""

import signal
import threading
import time

print("storming", flush=True)
signal.signal(signal.SIGALRM, lambda number, frame: None)
signal.setitimer(signal.ITIMER_REAL, 1e-6, 1e-6)
for _ in range(16):
    threading.Thread(target=lambda: [time.sleep(1e-6) for _ in iter(int, 1)], daemon=True).start()
while True:
    signal.pause()
