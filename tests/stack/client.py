"""A client of the site's API, as an author would write it: plain HTTP, JSON, a token."""

import http.client
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """What the site answered; `data` is the parsed JSON, or None where there is none."""

    status: int
    body: bytes

    @property
    def data(self) -> Any:
        """The parsed JSON."""
        return json.loads(self.body) if self.body else None


class Client:
    """Speaks to one site; `token` is sent along when there is one."""

    def __init__(self, address: str, token: str = "") -> None:
        self._host = urlsplit(address).netloc
        self._token = token

    def get(self, path: str) -> Answer:
        """GET."""
        return self._ask("GET", path, b"", {})

    def post(self, path: str, data: Mapping[str, object]) -> Answer:
        """POST of JSON."""
        return self._ask("POST", path, json.dumps(data).encode(), {"Content-Type": "application/json"})

    def upload(self, path: str, filename: str, content: bytes) -> Answer:
        """POST of one file as a form does it."""
        boundary = secrets.token_hex(16)
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{filename}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        return self._ask("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})

    def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        if self._token:
            headers = headers | {"Authorization": f"Token {self._token}"}
        connection = http.client.HTTPConnection(self._host, timeout=30)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.read())
        finally:
            connection.close()


def signed_in(address: str, name: str, password: str) -> Client:
    """A client with a token of that person."""
    answer = Client(address).post("/api/v1/tokens/", {"username": name, "password": password})
    if answer.status != 201:
        raise AssertionError(f"no token for {name}: {answer.status} {answer.body[:500]!r}")
    return Client(address, answer.data["token"])
