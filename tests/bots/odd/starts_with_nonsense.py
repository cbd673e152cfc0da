"""Its first line is JSON, but no `ready`."""

print("{}", flush=True)
input()
