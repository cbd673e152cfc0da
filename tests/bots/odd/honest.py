"""Always takes the first choice, says why, and notes the end in its log."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        answer = {"type": "choose", "n": message["n"], "choice": message["choices"][0], "note": "the first"}
        print(json.dumps(answer), flush=True)
    else:
        print("the end:", message["places"], file=sys.stderr, flush=True)
