"""Takes memory until something stops it; says when it has a gigabyte."""

held = b""
while len(held) < 2**30:
    held += bytes(16 * 2**20)
print("took a gigabyte", flush=True)
