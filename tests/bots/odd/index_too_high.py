"""Chooses a place behind the last."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        answer = {"type": "choose", "n": message["n"], "choice": len(message["choices"])}
        print(json.dumps(answer), flush=True)
