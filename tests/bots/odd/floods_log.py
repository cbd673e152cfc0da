"""Writes far more to its log than is kept."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        print("x" * 1_000_000, "the end of decision", message["n"], file=sys.stderr, flush=True)
        print(json.dumps({"type": "choose", "n": message["n"], "choice": 0}), flush=True)
