"""A road to a server on which single connections are cut, in the question or before the answer."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PIECE = 65536
WHOLE = 1 << 40


class Scissors:
    """Passes connections on to a port; the first ones are cut as `plan` says, each by its bytes upwards.

    A plan of `[100, WHOLE]` cuts the first connection after 100 bytes of the question, and the second when
    the question is through and the answer begins; all later ones pass.
    """

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._plan: list[int] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def plan(self, *cuts: int) -> None:
        """What becomes of the next connections that carry a file."""
        self._plan = list(cuts)

    def close(self) -> None:
        """No more connections."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        """Connections are kept open for several questions: the one with a file is what is cut."""
        far = socket.create_connection(("127.0.0.1", self._to_port))
        closing = threading.Event()
        threading.Thread(target=self._answers, args=(near, far, closing), daemon=True).start()
        left = None
        with suppress(OSError):
            while piece := near.recv(PIECE):
                if left is None and b"multipart/form-data" in piece and self._plan:
                    left = self._plan.pop(0)
                    closing.set() if left == WHOLE else None
                if left is not None and len(piece) > left:
                    far.sendall(piece[:left])
                    break
                far.sendall(piece)
                left = None if left is None else left - len(piece)
        _close(near, far)

    def _answers(self, near: socket.socket, far: socket.socket, closing: threading.Event) -> None:
        with suppress(OSError):
            while piece := far.recv(PIECE):
                if closing.is_set():
                    break
                near.sendall(piece)
        _close(near, far)


def _close(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextmanager
def scissors(to_port: int) -> Iterator[Scissors]:
    """For the time of a `with` block."""
    made = Scissors(to_port)
    try:
        yield made
    finally:
        made.close()
