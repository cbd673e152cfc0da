"""Adds notes that are no text, too long, or not fit to print."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        note = [7, "x" * 1000, "a\x00b\ud800c", None][message["n"] % 4]
        print(json.dumps({"type": "choose", "n": message["n"], "choice": 0, "note": note}), flush=True)
