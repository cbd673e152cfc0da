"""Takes the first choice, after a nap: its games last some seconds, long enough to kill a worker in one."""

import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        time.sleep(0.03)
        print(json.dumps({"type": "choose", "n": message["n"], "choice": 0}), flush=True)
