"""Reads one byte of every two megabytes of an endless empty map: only the kernel's own tables grow."""

import mmap

STEP = 2 << 20
MAP_NORESERVE = 0x4000
for _ in range(64):
    empty = mmap.mmap(-1, 4 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE)
    empty.madvise(mmap.MADV_NOHUGEPAGE)
    for place in range(0, len(empty), STEP):
        empty[place]
    globals().setdefault("held", []).append(empty)
print("took the tables of 256 gigabytes", flush=True)
