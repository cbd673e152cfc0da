"""The engine's figures with random players, one core: medians of several rounds (engine_round.py).

A loop of plain Python beside them tells how fast the machine was in the same minutes. `make bench-engine`
measures other engines in the same run.
"""

import json
import statistics
import subprocess
import sys
import time
from typing import Any

RUNS = 5
LOOPS = 200_000


def main() -> None:
    """Print the figures as one JSON object."""
    rounds = [_round() for _ in range(RUNS)]
    figures: dict[str, Any] = {"form": rounds[0].pop("form")}
    loops = statistics.median(_loop() for _ in range(RUNS))
    figures["plain Python loop, million steps a second"] = round(loops / 1e6, 1)
    figures |= {name: round(statistics.median(each[name] for each in rounds)) for name in rounds[0]}
    print(json.dumps(figures))


def _round() -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench.engine_round"]
    found: dict[str, Any] = json.loads(subprocess.check_output(command, text=True))
    return found


def _loop() -> float:
    began = time.process_time()
    total = 0
    for step in range(LOOPS):
        total += step & 7
    return LOOPS / (time.process_time() - began)


if __name__ == "__main__":
    main()
