"""Bots for workers on other machines: by signed addresses of the site, for an hour, and nothing else."""

import hashlib
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from ladder import blob_links, blobs
from ladder.models import Version
from tests.ladder import stage

pytestmark = pytest.mark.django_db
BUILT = b"built bot"
NAME = hashlib.sha256(BUILT).hexdigest()


@pytest.fixture(autouse=True)
def _far(settings: Settings, tmp_path: Path) -> None:
    settings.FAR_WORKERS = True
    settings.SITE_URL = "https://bots.example.org"
    settings.BLOB_ROOT = tmp_path / "blobs"


def path(url: str) -> str:
    """What a server sees of an address."""
    parts = urlsplit(url)
    assert (parts.scheme, parts.netloc) == ("https", "bots.example.org")
    return f"{parts.path}?{parts.query}"


def content(response: HttpResponseBase) -> bytes:
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]


def building() -> Version:
    return stage.version(stage.bot(), state="building")


def put(client: Client, url: str, data: bytes) -> int:
    return client.put(path(url), data, content_type="application/zip").status_code


def test_a_worker_gets_the_blob_that_its_order_names(client: Client) -> None:
    response = client.get(path(blobs.url(blobs.store(b"a bot"))))
    assert content(response) == b"a bot"
    assert response.headers["Content-Type"] == "application/octet-stream"
    assert response.headers["Content-Disposition"] == "attachment"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in response.headers["Content-Security-Policy"]


def test_an_address_of_another_blob_opens_nothing(client: Client) -> None:
    first, second = blobs.store(b"first"), blobs.store(b"second")
    assert client.get(path(blobs.url(first)).replace(first, second)).status_code == 403


@pytest.mark.parametrize(
    "query", ["", "?until=99999999999", "?until=x&signature=y", "?until=1&signature=%ff"]
)
def test_without_our_signature_nothing_opens(client: Client, query: str) -> None:
    name = blobs.store(b"a bot")
    assert client.get(f"/blobs/{name}/{query}").status_code in (400, 403)


def test_an_address_is_good_for_an_hour(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    url = path(blobs.url(blobs.store(b"a bot")))
    later = time.time() + blob_links.GOOD_FOR_S + 2
    monkeypatch.setattr(time, "time", lambda: later)
    response = client.get(url)
    assert response.status_code == 403
    assert b"good for an hour" in response.content


def test_a_later_end_written_into_an_address_is_refused(client: Client) -> None:
    url = path(blobs.url(blobs.store(b"a bot")))
    assert client.get(url.replace("until=", "until=1")).status_code == 403


def test_a_blob_that_is_not_there_is_404(client: Client) -> None:
    assert client.get(path(blobs.url(NAME))).status_code == 404


def test_where_no_worker_is_far_no_address_opens(client: Client, settings: Settings) -> None:
    url = path(blobs.url(blobs.store(b"a bot")))
    settings.FAR_WORKERS = False
    assert client.get(url).status_code == 403
    assert blobs.url(NAME).startswith("file:")


def test_a_built_bot_is_left_and_taken(client: Client) -> None:
    version = building()
    assert put(client, blobs.drop_url(version.build_token), BUILT) == 204
    assert blobs.take_drop(version.build_token, NAME)
    assert blobs.read(NAME) == BUILT


def test_a_signature_to_get_does_not_put(client: Client) -> None:
    version = building()
    url = blobs.drop_url(version.build_token).replace("/drops/", "/blobs/")
    assert put(client, url, BUILT) in (403, 404, 405)


def test_a_build_that_is_over_takes_nothing(client: Client) -> None:
    version = stage.version(stage.bot(), state="active")
    assert put(client, blobs.drop_url(version.build_token), BUILT) == 410


def test_a_built_bot_that_is_too_large_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blobs, "LARGEST", 4)
    assert put(client, blobs.drop_url(building().build_token), BUILT) == 413


def test_a_large_built_bot_passes(client: Client) -> None:
    large = b"x" * (11 << 20)  # more than a form may hold in memory
    assert put(client, blobs.drop_url(building().build_token), large) == 204
