"""Goes on thinking in a thread while it is not asked."""

import json
import sys
import threading


def think():
    while True:
        pass


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        if message["n"] == 0:
            threading.Thread(target=think, daemon=True).start()
        print(json.dumps({"type": "choose", "n": message["n"], "choice": 0}), flush=True)
