"""Ports of the loopback address."""

import socket

from ladder.up import UpError

TRIED = 50


def first_free(wanted: int) -> int:
    """`wanted`, or the next port above it that nobody uses; UpError when there is none among fifty."""
    for port in range(wanted, min(wanted + TRIED, 65536)):
        if _is_free(port):
            return port
    raise UpError(f"no free port from {wanted} on; name one by PORT=…")


def any_free() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
