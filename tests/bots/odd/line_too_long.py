"""Answers with a line one byte longer than allowed."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        text = json.dumps({"type": "choose", "n": message["n"], "choice": 0})
        print(text.ljust(65537), flush=True)
