"""Splits a note's UTF-8 over two writes, which is allowed."""

import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        answer = {"type": "choose", "n": message["n"], "choice": 0, "note": "grüße"}
        raw = (json.dumps(answer, ensure_ascii=False) + "\n").encode()
        middle = raw.index("ü".encode()) + 1
        for part in (raw[:middle], raw[middle:]):
            sys.stdout.buffer.write(part)
            sys.stdout.flush()
            time.sleep(0.02)
