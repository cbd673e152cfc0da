"""How fast this machine is beside the reference machine, on which the clocks' milliseconds are defined."""

import statistics
import time

REFERENCE_MS = 20.0  # what one pass takes on the reference machine (one core of a 2024 server, CPython 3.11)
PASSES = 9
SLOWEST, FASTEST = 0.1, 10.0


def measure() -> float:
    """This machine's speed over the reference machine's: 2.0 is twice as fast. Takes about 0.2 s of CPU."""
    passes = [_pass_ms() for _ in range(PASSES)]
    return min(FASTEST, max(SLOWEST, round(REFERENCE_MS / statistics.median(passes), 2)))


def _pass_ms() -> float:
    """CPU milliseconds of a fixed piece of work: neither sleeping nor waiting for the processor counts."""
    began = time.thread_time()
    _work()
    return (time.thread_time() - began) * 1000


def _work() -> int:
    """What bots do: numbers, lists, dictionaries, calls."""
    seen: dict[int, int] = {}
    value = 1
    for step in range(72_000):
        value = (value * 1103515245 + 12345) & 0x7FFF_FFFF
        seen[value & 1023] = seen.get(value & 1023, 0) + step
    return sum(seen.values())
