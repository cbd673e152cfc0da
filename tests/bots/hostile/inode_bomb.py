"""Makes empty files for ever, in folders within folders."""

import os

made = 0
try:
    while made < 300_000:
        os.makedirs(f"/tmp/{made % 64}/{made}")
        made += 1
except OSError:
    pass
print(made, flush=True)
