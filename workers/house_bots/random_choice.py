"""Takes any choice, each with the same chance."""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        dice = random.Random(message["bot_seed"])  # the same game played again goes the same way
        print(json.dumps({"type": "ready", "name": "random-choice"}), flush=True)
    elif message["type"] == "decide":
        choice = dice.choice(message["choices"])
        print(json.dumps({"type": "choose", "n": message["n"], "choice": choice}), flush=True)
