"""Answers twice in one write."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        answer = json.dumps({"type": "choose", "n": message["n"], "choice": 0})
        sys.stdout.write(f"{answer}\n{answer}\n")
        sys.stdout.flush()
