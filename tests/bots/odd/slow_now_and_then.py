"""Is quick and slow by turns, and always within its time."""

import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        if message["n"] % 2:
            time.sleep(0.15)
        print(json.dumps({"type": "choose", "n": message["n"], "choice": 0}), flush=True)
