"""Answers with the place of a choice."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        print(
            json.dumps({"type": "choose", "n": message["n"], "choice": len(message["choices"]) - 1}),
            flush=True,
        )
