"""Takes memory without end at its first decision."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        hoard = []
        while True:
            hoard.append(bytearray(8 << 20))
