"""Speaks to one server's API: what it answers, or a Trouble that says what to do."""

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Any, Self

import httpx

from workers import printable
from workers.cli import servers
from workers.cli.troubles import AskedTooOften, Away, BadInput, NotAllowed, NotFound, Outdated, Refused

API = 1
ROOT = f"/api/v{API}/"
SPOKEN = "API-Version"
"""Header of every answer: the version that the server speaks, such as `1.1`; the first number is ours."""
TIMES = httpx.Timeout(30, connect=10)
LONGEST_TEXT = 600
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Form:
    """An upload: the file's name and bytes, and the fields beside it."""

    filename: str
    content: bytes
    fields: Mapping[str, str]


class Site:
    """One server, asked with one token (or none). Use it in a `with` block."""

    def __init__(self, address: str, token: str = "", user: str = "") -> None:
        self.address = address
        self.token = token
        self.user = user
        headers = {"User-Agent": f"wateringhole/{_own_version()}", "Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Token {_plain(token)}"
        self._http = httpx.Client(base_url=address, headers=headers, timeout=TIMES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def get(self, path: str, **query: Any) -> Any:
        """The JSON at a path below /api/v1/."""
        return self._ask("GET", path, params=query)

    def pages(self, path: str, most: int, **query: Any) -> list[dict[str, Any]]:
        """The first `most` rows of a list that comes in pages."""
        rows: list[dict[str, Any]] = []
        for page in self._pages(path, query):
            rows += page
            if len(rows) >= most:
                break
        return rows[:most]

    def _pages(self, path: str, query: Mapping[str, Any]) -> Iterator[list[dict[str, Any]]]:
        answer = self.get(path, **query)
        while True:
            yield answer["results"]
            following = answer.get("next")
            if not following:
                return
            answer = self._ask("GET", self._below(following))

    def _below(self, following: str) -> str:
        """The path of the next page; never another server's, which would get the token."""
        prefix = f"{self.address}{ROOT}"
        if following.startswith(prefix):
            return following.removeprefix(prefix)
        return httpx.URL(following).raw_path.decode().partition(ROOT)[2]

    def post(self, path: str, data: Mapping[str, Any] | None = None, key: str = "") -> Any:
        """POST of JSON; with a `key`, repeating it is no second time."""
        headers = {"Idempotency-Key": key} if key else {}
        return self._ask("POST", path, json=dict(data or {}), headers=headers)

    def put(self, path: str, data: Mapping[str, Any] | None = None) -> Any:
        """PUT of JSON."""
        return self._ask("PUT", path, json=dict(data or {}))

    def patch(self, path: str, data: Mapping[str, Any]) -> Any:
        """PATCH of JSON."""
        return self._ask("PATCH", path, json=dict(data))

    def delete(self, path: str) -> None:
        """DELETE."""
        self._ask("DELETE", path)

    def text(self, path: str) -> str:
        """The text at a path, such as a log."""
        return str(self._ask("GET", path, headers={"Accept": "text/plain, application/json"}))

    def upload(self, path: str, form: Form, key: str, progress: Progress) -> Any:
        """POST of a form with a file; `progress` hears how many more bytes have gone."""
        file = _Counted(form.content, progress)
        return self._ask(
            "POST",
            path,
            data=dict(form.fields),
            files={"file": (form.filename, file)},
            headers={"Idempotency-Key": key},
        )

    def _ask(self, method: str, path: str, **rest: Any) -> Any:
        try:
            response = self._http.request(method, ROOT + path, **rest)
        except httpx.TimeoutException:
            raise Away(f"{self.address} did not answer in time; try again later") from None
        except (httpx.TransportError, httpx.DecodingError) as error:
            reason = printable.one_line(str(error) or type(error).__name__, 200)
            raise Away(
                f"{self.address} cannot be reached ({reason}); is the address right, the server up?"
            ) from None
        return self._read(response)

    def _read(self, response: httpx.Response) -> Any:
        self._refuse_foreign_api(response)
        if response.is_redirect:
            target = printable.one_line(response.headers.get("Location", "elsewhere"), 200)
            raise BadInput(f"{self.address} sends us to {target}: sign in at that server")
        data = self._json(response)
        if response.is_error:
            raise self._trouble(response, data)
        return data

    def _refuse_foreign_api(self, response: httpx.Response) -> None:
        spoken = response.headers.get(SPOKEN, "")
        major = spoken.partition(".")[0]
        if not major.isdecimal() or int(major) == API:  # a server from before the header sends none
            return
        if int(major) > API:
            todo = "update this command: pip install --upgrade 'wateringhole[cli]'"
        else:
            todo = "the server is older than this command: use one of its time, or ask its staff to update"
        raise Outdated(f"{self.address} speaks version {spoken[:20]} of the API, this command {API}; {todo}")

    def _json(self, response: httpx.Response) -> Any:
        if response.status_code == HTTPStatus.NO_CONTENT:
            return None
        if response.is_success and response.headers.get("Content-Type", "").startswith("text/plain"):
            return response.text
        try:
            return response.json()
        except (ValueError, RecursionError):
            pass
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise Away(f"{self.address} is out of order (HTTP {response.status_code}); try again later")
        raise Outdated(
            f"{self.address} answers {ROOT} with HTTP {response.status_code} and no JSON: "
            "it is no Watering Hole, or one too old for this command"
        )

    def _trouble(self, response: httpx.Response, problem: Any) -> Exception:
        status = response.status_code
        said = problem.get("detail") if isinstance(problem, dict) else None
        text = printable.one_line(str(said or response.reason_phrase), LONGEST_TEXT)
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            return NotAllowed(self._about_the_token(text, status))
        if status == HTTPStatus.NOT_FOUND:
            return NotFound(text)
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            wait = response.headers.get("Retry-After", "")
            return AskedTooOften(text, int(wait) if wait.isdecimal() else 30)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return Away(f"{self.address} is out of order: {text}")
        return Refused(text)

    def _about_the_token(self, text: str, status: int) -> str:
        if not self.token:
            return f"{text} No token was sent: wateringhole login {self.address}"
        if status == HTTPStatus.UNAUTHORIZED:
            return f"{text} The token may have expired: wateringhole login {self.address}"
        return text


class _Counted(io.BytesIO):
    """Bytes that say how many of them were read."""

    def __init__(self, content: bytes, progress: Progress) -> None:
        super().__init__(content)
        self._progress = progress

    def read(self, size: int | None = -1, /) -> bytes:
        """As ever, and told."""
        piece = super().read(size)
        self._progress(len(piece))
        return piece


def connect(server: str | None) -> Site:
    """The server that is meant, with the token for it."""
    address, login = servers.current(server)
    return Site(address, login.token, login.user)


def _plain(token: str) -> str:
    if not token.isascii() or not token.isprintable() or " " in token:
        raise BadInput("the token holds characters that no token has; copy it again from the page /me/")
    return token


def _own_version() -> str:
    try:
        return version("wateringhole")
    except PackageNotFoundError:
        return "source"
