"""Uses the one kind of socket it may have, a pair of its own, to write to a host's Unix socket."""

import errno
import socket
import sys

ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
for address in (sys.argv[1], f"\0{sys.argv[2]}"):
    try:
        ours.sendto(b"hello", address)
        print("sent", flush=True)
    except OSError as error:
        print(errno.errorcode[error.errno or 0], flush=True)
