"""Answers every line at once, and goes on thinking behind the referee's back."""

import sys
import threading


def think() -> None:
    """Use the processor for ever."""
    while True:
        pass


threading.Thread(target=think, daemon=True).start()
for line in sys.stdin:
    print(line.strip(), flush=True)
