"""Takes the first choice and writes the number of each decision to its log."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        print(message["n"], file=sys.stderr, flush=True)
        print(json.dumps({"type": "choose", "n": message["n"], "choice": 0}), flush=True)
