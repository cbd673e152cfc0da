"""What tests of the command against a live site share: site, person, home, and a way to run it."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import Settings

from ladder import tokens
from ladder.models import User
from tests.ladder.conftest import Outbox
from workers.cli import app, servers, submitting, watching
from workers.cli.servers import Login, Servers


@dataclass(frozen=True)
class Ran:
    """How the command ended and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _fresh(transactional_db: None, settings: Settings, tmp_path: Path, outbox: Outbox) -> None:
    """Nothing throttled, files of its own, no broker."""
    settings.BLOB_ROOT = tmp_path / "blobs"
    settings.WHITENOISE_AUTOREFRESH = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An author's home, in which the command is run; it waits for nothing longer than it must."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("WATERINGHOLE_CONFIG", str(folder / "settings"))
    monkeypatch.delenv("WATERINGHOLE_SERVER", raising=False)
    monkeypatch.delenv("WATERINGHOLE_TOKEN", raising=False)
    monkeypatch.setattr(submitting, "LOOK_S", 0.05)
    monkeypatch.setattr(watching, "LOOK_S", 0.05)
    return folder


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command with these words; `typed` is its standard input."""

    def runner(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capfd.readouterr()
        code = app.run([str(word) for word in words])
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return runner


@pytest.fixture
def ada(db: None) -> User:
    """An author with a password."""
    return User.objects.create_user("ada", password="hippo-42-mud")


@pytest.fixture
def signed_in(ada: User, live_server: Any) -> Callable[[str], None]:
    """Signs ada in at an address, by default the site's own."""

    def sign_in(address: str = "") -> None:
        login = Login("ada", tokens.make(ada).secret, "")
        servers.save(Servers().with_login(address or live_server.url, login))

    return sign_in
