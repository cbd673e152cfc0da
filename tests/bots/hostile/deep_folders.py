"""Digs folders a thousand deep, each with a name as long as it may be."""

import os

depth = 0
os.chdir("/tmp")
try:
    while depth < 1000:
        os.mkdir("x" * 255)
        os.chdir("x" * 255)
        depth += 1
except OSError:
    pass
print(depth, flush=True)
