"""Has children that end, and never looks after them."""

import os
import time

made = 0
try:
    while made < 1000:
        if os.fork() == 0:
            os._exit(0)
        made += 1
except OSError:
    pass
print(made, flush=True)
time.sleep(600)
