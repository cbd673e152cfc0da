"""Says that it runs, then uses the processor in two threads of execution for ever."""

import os

print("spinning", flush=True)
os.fork()
while True:
    pass
