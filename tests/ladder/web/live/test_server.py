"""Streams from the real server: they come, they end with it, and who comes back hears what it missed."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services

ROOT = Path(__file__).resolve().parent.parent.parent.parent.parent
pytestmark = [pytest.mark.slow, pytest.mark.service]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """The streams of an empty site: their port and process."""
    folder, port = tmp_path_factory.mktemp("site"), services.free_port()
    env = os.environ | {
        "WATERINGHOLE_DATA": str(folder),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "ladder.settings",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    command = [sys.executable, "-m", "gunicorn", "ladder.asgi:application", "--worker-class", "asgi"]
    command += ["--bind", f"127.0.0.1:{port}", "--no-control-socket", "--graceful-timeout", "1"]
    process = subprocess.Popen(command, cwd=ROOT, env=env)
    yield port, process
    process.kill()
    process.wait()


class Stream:
    """An open stream, read event by event."""

    def __init__(self, port: int, query: str, **headers: str) -> None:
        self._socket = _connected(port)
        lines = [f"GET /events/?{query} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._file = self._socket.makefile("r", encoding="utf-8", newline="\n")
        self.status = int(self._file.readline().split()[1])

    def until(self, wanted: str) -> list[str]:
        """The lines up to the first that begins so; RuntimeError when the stream ends before."""
        lines = []
        for line in self._file:
            lines.append(line.strip())
            if line.startswith(wanted):
                return lines
        raise RuntimeError(f"the stream ended before {wanted!r}: {lines}")

    def ended(self) -> bool:
        """Whether nothing comes any more; waits for that."""
        return self._file.read() is not None

    def close(self) -> None:
        self._file.close()
        self._socket.close()


def _connected(port: int) -> socket.socket:
    """A connection, as soon as the server takes one."""
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=100)
        except ConnectionRefusedError:
            pass


def test_a_stream_comes_is_picked_up_again_and_ends_with_the_server(
    server: tuple[int, "subprocess.Popen[bytes]"],
) -> None:
    port, process = server
    stream = Stream(port, "topic=feed")
    assert stream.status == 200
    known = stream.until("id: ")[-1].removeprefix("id: ")
    assert "Nothing is being played" in stream.until("data: {")[-1]
    stream.close()

    again, odd = Stream(port, "topic=feed", Last_Event_ID=known), Stream(port, "topic=fish")
    assert "event: news" not in again.until("event: beat")
    assert odd.status == 404
    odd.close()
    process.send_signal(signal.SIGTERM)
    assert again.ended()
    again.close()
    assert process.wait(60) == 0
