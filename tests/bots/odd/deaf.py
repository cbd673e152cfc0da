"""Says that it is ready and never reads."""

import time

print('{"type": "ready"}', flush=True)
time.sleep(600)
