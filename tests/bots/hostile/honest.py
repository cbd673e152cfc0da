"""Repeats its input line by line: the neighbour that must not notice anything."""

import sys

for line in sys.stdin:
    print(line, end="", flush=True)
