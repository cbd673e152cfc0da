"""Sending to addresses that people gave us: never to our own network, never on, never for long."""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from ladder.refusals import Refused

LONGEST_URL = 500
TIMEOUT_S = 5.0
WHOLE_S = 10.0
"""How long one request may take in all, however slowly the other side answers."""
ANSWER_BYTES = 1000
PORTS = {"http": 80, "https": 443}
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 ones, ours among them."""


class Unreachable(Exception):
    """Nothing was sent, or no whole answer came; the text says why and holds nothing of our inside."""


@dataclass(frozen=True)
class Answer:
    """An HTTP answer's status and the beginning of its body."""

    status: int
    head: str


def check_url(url: str, *, local: bool = False) -> None:
    """Refused for what is no address to send to. `local` also allows http and our own network."""
    parts = _split(url)
    schemes = ("https", "http") if local else ("https",)
    if parts is None or parts.scheme not in schemes or not parts.hostname:
        raise Refused(f"Found {url[:60]!r}, wanted an address that begins with {schemes[0]}://.")
    if parts.username or parts.password or parts.fragment:
        raise Refused("An address without name, password and # is wanted; the signature shows who sends.")
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise Refused(f"An address of at most {LONGEST_URL} plain characters is wanted.")


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def post(url: str, body: bytes, headers: Mapping[str, str], *, local: bool = False) -> Answer:
    """POST, to an address looked up now and checked before the first byte goes out. Follows no redirect."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    place = _resolved(host, port, local=local)
    connection = _Connection(host, port, place, secure=parts.scheme == "https")
    watchdog = threading.Timer(WHOLE_S, connection.cut)
    watchdog.daemon = True
    watchdog.start()
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, dict(headers))
        answer = connection.getresponse()
        return Answer(answer.status, answer.read(ANSWER_BYTES).decode("utf-8", "replace"))
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(f"{type(error).__name__}: no whole answer came") from None
    finally:
        watchdog.cancel()
        connection.close()


def _resolved(host: str, port: int, *, local: bool) -> Any:
    """An address of the host to connect to; Unreachable when any of them is not of the open internet."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable(f"{host[:100]} has no address") from None
    for *_, place in found:
        if not local and not _is_open(str(place[0])):
            raise Unreachable(f"{host[:100]} has an address that is not of the open internet")
    return found[0][4]


def _is_open(text: str) -> bool:
    """Whether this is an address that anybody may have: not private, loopback, link-local, multicast …"""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            return _is_open(str(inner))
        if address in TRANSLATED:
            return _is_open(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
    return address.is_global and not address.is_multicast and not address.is_reserved


class _Connection(http.client.HTTPConnection):
    """A connection to an address that was checked, under the name that was asked for."""

    def __init__(self, host: str, port: int, place: Any, *, secure: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT_S)
        self._place = place
        self._kept: socket.socket | None = None
        self._is_over = False
        self._context = ssl.create_default_context() if secure else None
        if secure:
            self.default_port = PORTS["https"]

    def connect(self) -> None:
        """To the checked address, whatever the name says by now; with the name's certificate."""
        self._keep(socket.create_connection(self._place[:2], TIMEOUT_S))
        if self._context is not None:
            secure = self._context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self._keep(secure)
            secure.do_handshake()

    def _keep(self, opened: socket.socket) -> None:
        self._kept = self.sock = opened
        if self._is_over:
            raise TimeoutError("it was cut before it began")

    def cut(self) -> None:
        """End it from another thread: whoever reads from it reads no more, now or later."""
        self._is_over = True
        if self._kept is not None:
            with contextlib.suppress(OSError):
                self._kept.shutdown(socket.SHUT_RDWR)
