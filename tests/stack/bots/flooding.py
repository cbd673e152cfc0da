"""Talks without end and without being asked."""

import sys

print("opening the gates", file=sys.stderr, flush=True)
while True:
    print('{"type": "ready"}', flush=True)
