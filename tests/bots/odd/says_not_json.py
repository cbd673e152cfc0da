"""Answers with a line that is no strict JSON object (not json)."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        sys.stdout.buffer.write(b"feed a1" + b"\n")
        sys.stdout.flush()
