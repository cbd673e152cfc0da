"""Fixtures that every test may use: real servers, and which tests belong to which database."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services


@pytest.fixture(scope="session")
def valkey() -> Iterator[services.Service]:
    """A Valkey server from the wheel, for this test process alone."""
    yield from _running("valkey")


@pytest.fixture(scope="session")
def redis_server() -> Iterator[services.Service]:
    """Debian's redis-server, for this test process alone."""
    yield from _running("redis")


@pytest.fixture(scope="session")
def postgres() -> Iterator[services.Service]:
    """A PostgreSQL server, for this test process alone."""
    yield from _running("postgres")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """An empty folder that other users can enter, as pytest's `tmp_path` is closed to them when root."""
    folder = Path(tempfile.mkdtemp(prefix="wh-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked `postgres` run only where the ladder's database is one (see the Makefile)."""
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return
    elsewhere = [item for item in items if item.get_closest_marker("postgres")]
    config.hook.pytest_deselected(items=elsewhere)
    items[:] = [item for item in items if item not in elsewhere]


def _running(kind: str) -> Iterator[services.Service]:
    """One server for the session; where it is missing the test is skipped, but in CI that is an error."""
    try:
        service = services.Service(kind)
    except services.UnavailableError as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    yield service
    service.close()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite's test database is a file, as in service: one in memory cannot be used by several threads."""
    from django.conf import settings

    default = settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        name = tmp_path_factory.mktemp("database") / "test.sqlite3"
        default.setdefault("TEST", {})["NAME"] = str(name)
