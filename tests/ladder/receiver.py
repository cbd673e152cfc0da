"""A web server of the test's own that hears webhooks and answers as it is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@dataclass
class Heard:
    """One request: its path, headers (names in lower case) and body."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """What was heard, in order; `status` and `answer` are given to each, with `extra` headers."""

    url: str = ""
    status: int = 200
    answer: bytes = b"thank you"
    extra: dict[str, str] = field(default_factory=dict)
    heard: list[Heard] = field(default_factory=list)


@contextmanager
def listening() -> Iterator[Receiver]:
    """A receiver on a free port of this machine, until the block ends."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.heard.append(Heard(self.path, headers, self.rfile.read(length)))
            self.send_response(receiver.status)
            for name, value in receiver.extra.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(receiver.answer)))
            self.end_headers()
            self.wfile.write(receiver.answer)

        def log_message(self, *_: object) -> None:
            """Nothing on standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}/hook?room=1"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
