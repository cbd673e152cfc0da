"""What tests of the API share: nothing throttled or cached, blobs of their own, and a caller."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from ladder import tokens
from ladder.models import User
from tests.ladder.conftest import Outbox

Caller = Callable[..., Any]


@pytest.fixture(autouse=True)
def _fresh(db: None, settings: Settings, tmp_path: Path, outbox: Outbox) -> None:
    """No throttle counts another test's calls."""
    settings.BLOB_ROOT = tmp_path / "blobs"
    settings.WHITENOISE_AUTOREFRESH = True  # no search for all static files by every new client
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick
    cache.clear()


def token_client(person: User) -> Client:
    """A client that speaks with a token of this person."""
    return Client(headers={"Authorization": f"Token {tokens.make(person).secret}"})


@pytest.fixture
def get(client: Client) -> Caller:
    """The JSON at an address below /api/v1/, as nobody or as `by` sees it; checks status and media type."""

    def caller(address: str, status: int = 200, /, by: User | None = None, **query: Any) -> Any:
        asking = token_client(by) if by else client
        response = asking.get(address if "://" in address else f"/api/v1/{address}", query)
        assert response.status_code == status, response.content.decode()[:1000]
        return checked(response)

    return caller


def checked(response: Any) -> Any:
    """The answer's JSON; an error must be a whole problem document."""
    if response.status_code < 400:
        assert response["Content-Type"] == "application/json"
        return response.json()
    assert response["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert {"type", "title", "status", "detail"} <= set(problem)
    assert problem["status"] == response.status_code
    return problem
