"""The ASGI application of `/events/`: topics in the address, server-sent events out, until the viewer goes.

`?topic=board:cup:25&topic=feed`. Each event's id says all that the viewer knows, so that who comes back with
`Last-Event-ID` hears what it missed and nothing twice. A `beat` comes when nothing else does.
"""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.contrib import auth
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

from ladder.access import Visitor
from ladder.web.live import topics
from ladder.web.live.hub import Hub, Viewer
from ladder.web.live.topics import BadTopic, News, Topic

PATH = "/events/"
MOST_TOPICS = 8
MOST_VIEWERS = 2000
LONGEST_ID = 2000
BEAT_S = 15.0
LIVES_S = 600.0
"""A stream ends after this long and is opened again: rights that ended meanwhile end with it."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


class Refusal(Exception):
    """Why a stream is not opened: the status and a sentence."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Streams:
    """Answers GET /events/ with a stream, and everything else with a sentence."""

    def __init__(self, hub: Hub | None = None) -> None:
        self._hub = hub or Hub(topics.now)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI 3."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        try:
            shared = _shared_with(headers)
            viewer = await self._viewer(scope, headers)
        except Refusal as refusal:
            await _refuse(send, refusal)
            return
        stream = asyncio.create_task(self._stream(viewer, shared, send))
        gone = asyncio.create_task(_until_gone(receive))
        try:
            await asyncio.wait({stream, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.leave(viewer)
            for task in (stream, gone):
                task.cancel()
            await asyncio.gather(stream, gone, return_exceptions=True)

    async def _viewer(self, scope: Scope, headers: Mapping[str, str]) -> Viewer:
        """Who wants to follow what; Refusal when that cannot be."""
        if scope["path"] != PATH:
            raise Refusal(404, f"Only {PATH} is here.")
        if scope["method"] != "GET":
            raise Refusal(405, f"{PATH} takes GET, not {scope['method'][:20]}.")
        if self._hub.size >= MOST_VIEWERS:
            raise Refusal(503, "Too many are watching; the page asks by itself now and then.")
        wanted = _wanted(scope["query_string"].decode("latin-1"))
        cookies = headers.get("cookie", "")
        try:
            await self._hub.ask(lambda: topics.require(_visitor(cookies), wanted))
        except BadTopic as bad:
            raise Refusal(404, str(bad)) from bad
        return Viewer(wanted, _told(headers.get("last-event-id", "")))

    async def _stream(self, viewer: Viewer, shared: Headers, send: Send) -> None:
        kind = (b"content-type", b"text/event-stream; charset=utf-8")
        headers = [kind, (b"cache-control", b"no-cache"), (b"x-accel-buffering", b"no"), *shared]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        again_ms = random.randint(1000, 4000)  # so that all do not come back in the same moment
        await _say(send, f"retry: {again_ms}\n\n", more=True)
        ends = asyncio.get_running_loop().time() + LIVES_S * random.uniform(0.8, 1.2)
        self._hub.join(viewer)
        while asyncio.get_running_loop().time() < ends:
            await _say(send, await self._next(viewer), more=True)
        await _say(send, "", more=False)

    async def _next(self, viewer: Viewer) -> str:
        """The next events; a beat when there is nothing to tell for a while."""
        try:
            async with asyncio.timeout(BEAT_S):  # `wait_for` may swallow the end of a stream in Python 3.11
                await viewer.stirred.wait()
        except TimeoutError:
            return "event: beat\ndata:\n\n"
        viewer.stirred.clear()
        news = self._hub.news_for(viewer)
        known = urlencode({str(topic): stamp for topic, stamp in viewer.told.items()})
        return "".join(_event(topic, each, known) for topic, each in news) or "event: beat\ndata:\n\n"


def _event(topic: Topic, news: News, known: str) -> str:
    told = {"topic": str(topic), "stamp": news.stamp} | ({} if news.html is None else {"html": news.html})
    return f"event: news\nid: {known}\ndata: {json.dumps(told)}\n\n"


def _wanted(query: str) -> list[Topic]:
    try:
        names = parse_qs(query, max_num_fields=MOST_TOPICS, errors="strict").get("topic", [])
    except ValueError as error:
        raise Refusal(400, f"At most {MOST_TOPICS} topics can be followed in one stream.") from error
    if not names:
        raise Refusal(400, "Name what to follow: ?topic=feed")
    try:
        return [topics.parse(name) for name in names]
    except BadTopic as bad:
        raise Refusal(404, str(bad)) from bad


def _told(last_id: str) -> dict[Topic, str]:
    """What a viewer that comes back knows already; nothing where its id is not one of ours."""
    try:
        pairs = parse_qsl(last_id[:LONGEST_ID], max_num_fields=MOST_TOPICS)
        return {topics.parse(name): stamp for name, stamp in pairs}
    except ValueError:
        return {}


def _visitor(cookies: str) -> Visitor:
    """Who is signed in by the session's cookie."""
    request = HttpRequest()
    try:
        morsel = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        morsel = None
    request.session = SessionStore(morsel.value if morsel else None)
    return auth.get_user(request)


def _shared_with(headers: Mapping[str, str]) -> Headers:
    """The headers that let a page of this host read the stream, at any port; Refusal for other sites."""
    host, _ = split_domain_port(headers.get("host", ""))
    if not validate_host(host, settings.ALLOWED_HOSTS):
        raise Refusal(400, "This is not the name of this site.")
    origin = headers.get("origin")
    if origin is None:
        return []
    if origin not in settings.CSRF_TRUSTED_ORIGINS and _bracketed(urlsplit(origin).hostname) != host:
        raise Refusal(403, "Other sites cannot follow this one.")
    return [
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-allow-credentials", b"true"),
        (b"vary", b"Origin"),
    ]


def _bracketed(host: str | None) -> str | None:
    return f"[{host}]" if host and ":" in host else host


async def _refuse(send: Send, refusal: Refusal) -> None:
    headers: Iterable[tuple[bytes, bytes]] = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": list(headers)})
    await _say(send, f"{refusal}\n", more=False)


async def _say(send: Send, text: str, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": more})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _live(receive: Receive, send: Send) -> None:
    """The server's start and end: nothing is to be made ready."""
    while True:
        word = (await receive())["type"]
        await send({"type": f"{word}.complete"})
        if word == "lifespan.shutdown":
            return
