"""Never says that it is ready."""

import sys
import time

print("going to sleep", file=sys.stderr, flush=True)
time.sleep(3600)
