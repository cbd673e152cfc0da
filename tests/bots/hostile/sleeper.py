"""Sleeps and hopes that nobody counts it."""

import time

print("sleeping", flush=True)
time.sleep(600)
