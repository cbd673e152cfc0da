"""Sends a choice before it knows the game."""

print('{"type": "choose", "n": 0, "choice": 0}', flush=True)
input()
