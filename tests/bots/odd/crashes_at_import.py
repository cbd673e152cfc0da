"""Fails before it is ready."""

import sys

print("looking for my book", file=sys.stderr)
raise ImportError("no module named opening_book")
