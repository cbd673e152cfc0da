"""Takes more and more memory, and says so if nobody stops it at a gigabyte."""

held = b""
try:
    while len(held) < 2**30:
        held += bytes(16 * 2**20)
except MemoryError:
    print("refused", flush=True)
else:
    print("took a gigabyte", flush=True)
