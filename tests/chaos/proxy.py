"""A wire between a worker and its broker that can be cut."""

import socket
import threading
from contextlib import suppress

CHUNK = 65536


class Wire:
    """Passes TCP connections on to a port of this machine; while cut, breaks those and takes no new ones."""

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._cut = threading.Event()
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection; nothing gets through until `mend`."""
        self._cut.set()
        with self._lock:
            for end in self._open:
                _close(end)

    def mend(self) -> None:
        """Let new connections through."""
        self._cut.clear()

    def close(self) -> None:
        """No more connections."""
        self.cut()
        _close(self._listener)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self._to_port), timeout=5)
        except OSError:
            _close(near)
            return
        far.settimeout(None)
        with self._lock:
            if self._cut.is_set():
                _close(near)
                _close(far)
                return
            self._open |= {near, far}
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                target.sendall(data)
        with self._lock:
            self._open -= {source, target}
        _close(source)
        _close(target)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
