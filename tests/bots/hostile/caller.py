"""Tries to speak to anybody outside: a TCP port and two Unix sockets of the host come as arguments."""

import errno
import json
import socket
import sys
from collections.abc import Callable


def refusal(call: Callable[[], object]) -> str:
    """The name of the error that the call ends with, or `allowed`."""
    try:
        call()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


def family(name: str, kind: int = socket.SOCK_DGRAM) -> str:
    """Ask for a socket of one address family."""
    return refusal(lambda: socket.socket(getattr(socket, name), kind).close())


port, path, abstract = sys.argv[1:]
found = {
    "tcp": refusal(lambda: socket.create_connection(("127.0.0.1", int(port)), timeout=1)),
    "tcp6": family("AF_INET6", socket.SOCK_STREAM),
    "udp": family("AF_INET"),
    "raw": family("AF_INET", socket.SOCK_RAW),
    "unix": refusal(lambda: socket.socket(socket.AF_UNIX).connect(path)),
    "abstract": refusal(lambda: socket.socket(socket.AF_UNIX).connect(f"\0{abstract}")),
    "netlink": family("AF_NETLINK", socket.SOCK_RAW),
    "packet": family("AF_PACKET", socket.SOCK_RAW),
    "vsock": family("AF_VSOCK", socket.SOCK_STREAM),
    "alg": family("AF_ALG", socket.SOCK_SEQPACKET),
    "pair_inet": refusal(lambda: socket.socketpair(socket.AF_INET)),
}
print(json.dumps(found), flush=True)
