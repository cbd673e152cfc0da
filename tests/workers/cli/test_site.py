"""What the command makes of servers that are odd, old, new, or away."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from workers.cli import app


@contextmanager
def _server(status: int, body: bytes, **headers: str) -> Iterator[str]:
    """A server that answers everything with this."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Not into the tests' output."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def ask(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("WATERINGHOLE_CONFIG", str(tmp_path))

    def asked(address: str, *words: str) -> tuple[int, str]:
        code = app.run([*(words or ("competition", "list")), "--server", address])
        return code, capsys.readouterr().err

    return asked


def test_a_newer_server_asks_for_a_newer_command(ask: Callable[..., tuple[int, str]]) -> None:
    with _server(404, b"{}", API_Version="2.0") as address:
        code, said = ask(address)
    assert code == 7
    assert "speaks version 2.0 of the API, this command 1; update this command: pip install --upgrade" in said


def test_an_older_server_is_told_from_a_newer_one(ask: Callable[..., tuple[int, str]]) -> None:
    with _server(404, b"{}", API_Version="0.9") as address:
        code, said = ask(address)
    assert code == 7
    assert "the server is older than this command" in said


def test_a_server_of_something_else_is_named_so(ask: Callable[..., tuple[int, str]]) -> None:
    with _server(404, b"<h1>Not Found</h1>") as address:
        code, said = ask(address)
    assert code == 7
    assert "it is no Watering Hole, or one too old" in said


def test_a_server_that_is_out_of_order_is_away(ask: Callable[..., tuple[int, str]]) -> None:
    with _server(502, b"<h1>Bad Gateway</h1>") as address:
        assert ask(address)[0] == 5


def test_a_redirect_is_not_followed_with_the_token(ask: Callable[..., tuple[int, str]]) -> None:
    with _server(301, b"", Location="https://elsewhere.example.org/") as address:
        code, said = ask(address)
    assert code == 2
    assert "sends us to https://elsewhere.example.org/" in said


def test_a_server_that_wants_rest_says_so(ask: Callable[..., tuple[int, str]]) -> None:
    body = json.dumps({"detail": "Request was throttled.", "status": 429}).encode()
    with _server(429, body, Retry_After="7") as address:
        code, said = ask(address)
    assert (code, said) == (6, "wateringhole: Request was throttled.\n")


def test_a_servers_words_cannot_move_the_cursor(ask: Callable[..., tuple[int, str]]) -> None:
    body = json.dumps({"detail": "gone \x1b[2J\r\nwateringhole: fine", "status": 404}).encode()
    with _server(404, body) as address:
        code, said = ask(address)
    assert code == 4
    assert "\x1b" not in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("address", ["ftp://x", "http://", "bots example", "https://a/b?c=d", ""])
def test_what_is_no_address_is_said(ask: Callable[..., tuple[int, str]], address: str) -> None:
    code, said = ask(address)
    assert code == 2
    assert "https://bots.example.org" in said
