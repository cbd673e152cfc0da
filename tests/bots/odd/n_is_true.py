"""Answers with a truth value for a number."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "choose", "n": True, "choice": 0}), flush=True)
