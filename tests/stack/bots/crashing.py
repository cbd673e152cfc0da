"""Falls over its first question."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        raise ValueError("a crocodile in the watering hole")
