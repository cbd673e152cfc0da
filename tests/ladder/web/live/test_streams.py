"""What the application of the streams answers, without a server around it."""

import asyncio
import json
from collections.abc import Collection
from typing import Any

import pytest

from ladder.web.live import streams, topics
from ladder.web.live.hub import Hub
from ladder.web.live.streams import Streams
from ladder.web.live.topics import BadTopic, News, Topic

MATCH = Topic("match", "7")


def look(followed: Collection[Topic]) -> dict[Topic, News]:
    return {
        topic: News("s1", "<p>line\nand line</p>" if topic.kind == "feed" else None) for topic in followed
    }


@pytest.fixture(autouse=True)
def _no_database(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["pond.example", "[::1]"]
    monkeypatch.setattr("ladder.web.live.hub.close_old_connections", lambda: None)
    monkeypatch.setattr(streams, "_visitor", lambda cookies: None)
    monkeypatch.setattr(topics, "require", lambda visitor, wanted: None)


async def _asked(
    query: str, until: str, path: str, headers: dict[str, str], method: str
) -> list[dict[str, Any]]:
    """The messages sent until one holds `until`; then the viewer leaves."""
    sent: list[dict[str, Any]] = []
    heard = asyncio.Event()

    async def receive() -> dict[str, Any]:
        await heard.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if until in message.get("body", b"").decode() or not message.get("more_body", True):
            heard.set()

    hub = Hub(look, every_s=0.001)
    given = {"host": "pond.example"} | headers
    scope = {"type": "http", "path": path, "method": method, "query_string": query.encode()}
    scope["headers"] = [(name.encode(), value.encode()) for name, value in given.items()]
    await Streams(hub)(scope, receive, send)
    assert hub.size == 0
    return sent


def asked(
    query: str, until: str = "event:", path: str = "/events/", method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], str]:
    """Status, headers and body."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    start, *rest = asyncio.run(_asked(query, until, path, named, method))
    told = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], told, b"".join(message["body"] for message in rest).decode()


def test_a_stream_tells_how_things_stand_with_an_id_that_says_what_is_known() -> None:
    status, headers, body = asked("topic=match:7&topic=feed", until="news")
    assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
    assert (headers["cache-control"], headers["x-accel-buffering"]) == ("no-cache", "no")
    events = [event.splitlines() for event in body.split("\n\n") if event.startswith("event: news")]
    assert {lines[1] for lines in events} == {"id: feed=s1&match%3A7=s1"}
    told = {news["topic"]: news for news in (json.loads(lines[2].removeprefix("data: ")) for lines in events)}
    assert told == {
        "feed": {"topic": "feed", "stamp": "s1", "html": "<p>line\nand line</p>"},
        "match:7": {"topic": "match:7", "stamp": "s1"},
    }


def test_who_comes_back_and_missed_nothing_hears_nothing_twice() -> None:
    _, _, body = asked("topic=match:7", until="beat", last_event_id="match%3A7=s1")
    assert "news" not in body


@pytest.mark.parametrize("odd", ["nonsense", "match%3A7", "%00=%00", "&" * 3000, "match:7=s0"])
def test_an_odd_last_id_is_as_good_as_none(odd: str) -> None:
    _, _, body = asked("topic=match:7", until="news", last_event_id=odd)
    assert "news" in body


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("", 400, "Name what to follow"),
        ("topic=fish", 404, "There is no topic 'fish'"),
        ("topic=match:seven", 404, "There is no topic"),
        ("topic=match:", 404, "There is no topic"),
        ("topic=board:cup:26", 404, "There is no topic"),
        ("topic=feed:1", 404, "There is no topic"),
        ("topic=" + "9" * 500, 404, "There is no topic"),
        ("&".join(["topic=feed"] * 9), 400, "At most 8"),
        ("topic=%ff", 400, ""),
    ],
)
def test_what_cannot_be_followed_is_refused_in_a_sentence(query: str, status: int, said: str) -> None:
    found, _, body = asked(query)
    assert (found, said in body) == (status, True)


def test_other_addresses_methods_and_hosts_are_refused() -> None:
    assert asked("topic=feed", path="/admin/")[0] == 404
    assert asked("topic=feed", method="POST")[0] == 405
    assert asked("topic=feed", host="evil.example")[0] == 400


def test_a_topic_that_is_not_for_this_visitor_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(visitor: Any, wanted: Any) -> None:
        raise BadTopic("There is no match:7, or it is not for everybody: sign in.")

    monkeypatch.setattr(topics, "require", refuse)
    assert asked("topic=match:7")[0] == 404


def test_the_same_host_at_another_port_may_read_and_other_sites_may_not() -> None:
    status, headers, _ = asked("topic=feed", origin="http://pond.example:8000")
    assert (status, headers["access-control-allow-origin"]) == (200, "http://pond.example:8000")
    assert headers["access-control-allow-credentials"] == "true"
    assert asked("topic=feed", host="[::1]:8001", origin="http://[::1]:8000")[0] == 200
    for origin in ("http://evil.example", "null", "http://pond.example.evil.example"):
        assert asked("topic=feed", origin=origin)[0] == 403


def test_beyond_the_most_viewers_pages_are_left_to_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_VIEWERS", 0)
    assert asked("topic=feed")[0] == 503


def test_a_stream_ends_after_its_time_and_can_be_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LIVES_S", 0.0)
    status, _, body = asked("topic=feed", until="never said")
    assert (status, body.startswith("retry: ")) == (200, True)


def test_a_silent_stream_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT_S", 0.001)
    assert "event: beat" in asked("topic=match:7", until="beat", last_event_id="match%3A7=s1")[2]
