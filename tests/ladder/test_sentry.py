"""Errors to Sentry: off without an address, and without people's secrets."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core.exceptions import ImproperlyConfigured

from ladder import sentry

ERROR = """
import sys
from ladder import sentry
sentry.begin(sys.argv[1], "0.1.0")
import django
from django.conf import settings
settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="x")
from django.urls import path
def fails(request, secret):
    password = "quiet-hippo"
    raise RuntimeError("the pond is dry")
urlpatterns = [path("confirm/<str:secret>/", fails)]
django.setup()
from django.test import Client
import sentry_sdk
Client(raise_request_exception=False).post("/confirm/very-secret/?q=secret", {"password": "quiet-hippo"})
sentry_sdk.flush(10)
"""


class Receiver(BaseHTTPRequestHandler):
    """Keeps what was sent."""

    def do_POST(self) -> None:
        self.server.received.append(self.rfile.read(int(self.headers["Content-Length"])))  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None:
        """Silent."""


@pytest.fixture
def receiver() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    server.received = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_without_an_address_nothing_is_loaded() -> None:
    sentry.begin("", "0.1.0")


def test_a_bad_address_is_refused_by_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN"):
        sentry.begin("sentry.example.org", "0.1.0")


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match=r"wateringhole\[sentry\]"):
        sentry.begin("https://key@sentry.example.org/1", "0.1.0")


def test_an_error_arrives_without_secrets(receiver: HTTPServer) -> None:
    dsn = f"http://key@127.0.0.1:{receiver.server_port}/1"
    subprocess.run([sys.executable, "-c", ERROR, dsn], check=True, capture_output=True)
    sent = b"".join(_plain(body) for body in receiver.received)  # type: ignore[attr-defined]
    assert b"the pond is dry" in sent
    assert b"very-secret" not in sent
    assert b"quiet-hippo" not in json.dumps(sent.decode(errors="replace")).encode()


def _plain(body: bytes) -> bytes:
    import gzip

    return gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
