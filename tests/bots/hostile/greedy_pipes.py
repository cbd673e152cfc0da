"""Makes pipes as large as they may be and fills them: memory of the kernel's."""

import errno
import fcntl
import os

filled = 0
try:
    while True:
        _, write = os.pipe()
        for size in (2**24, 2**20, 2**18):
            try:
                fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, size)
                break
            except OSError:
                continue
        os.set_blocking(write, False)
        try:
            while True:
                filled += os.write(write, bytes(65536))
        except BlockingIOError:
            pass
except OSError as error:
    print(errno.errorcode[error.errno or 0], filled, flush=True)
