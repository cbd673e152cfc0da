"""Answers with a line that is no strict JSON object (huge number)."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        sys.stdout.buffer.write(b'{"type": "choose", "n": ' + b"9" * 60_000 + b"}" + b"\n")
        sys.stdout.flush()
