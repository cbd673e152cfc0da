"""What tests of the pages share: nothing cached, blobs of their own, and a reader of pages."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.ladder.conftest import Outbox
from tests.ladder.web import html

Reader = Callable[..., html.Page]


@pytest.fixture(autouse=True)
def _fresh(db: None, settings: Settings, tmp_path: Path, outbox: Outbox) -> None:
    """No table, throttle or story of another test; no blob either."""
    settings.BLOB_ROOT = tmp_path / "blobs"
    settings.WHITENOISE_AUTOREFRESH = True  # no search for all static files by every new client
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick
    cache.clear()


@pytest.fixture
def read() -> Reader:
    """Gets a page as a visitor does, and checks what every page must be."""

    def reader(client: Client, address: str, status: int = 200, **query: Any) -> html.Page:
        response = client.get(address, query)
        assert response.status_code == status, response.content.decode()[:2000]
        source = response.content.decode()
        assert html.faults(source) == []
        return html.Page(source)

    return reader
