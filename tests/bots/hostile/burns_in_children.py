"""Does all its thinking in children that end at once; says how many milliseconds they used."""

import os
import resource
import time

for _ in range(8):
    if os.fork() == 0:
        while time.process_time() < 0.03:
            pass
        os._exit(0)
    os.wait()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(1000 * (used.ru_utime + used.ru_stime), flush=True)
time.sleep(600)
