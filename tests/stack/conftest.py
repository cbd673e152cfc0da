"""The two stacks: SQLite with Valkey from the wheel, and PostgreSQL with Redis from Debian."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests import services
from tests.stack.stack import LADDER_PARTS, WORKERS, Stack


@pytest.fixture(scope="package")
def light() -> Iterator[Stack]:
    """What `make demo` runs: SQLite and Valkey."""
    with ExitStack() as opened:
        folder = opened.enter_context(_folder())
        broker = _server(opened, "valkey")
        yield from _brought_up(Stack(broker, f"sqlite:///{folder}/ladder.sqlite3", folder))


@pytest.fixture(scope="package")
def heavy() -> Iterator[Stack]:
    """What a server runs: PostgreSQL and Redis."""
    with ExitStack() as opened:
        folder = opened.enter_context(_folder())
        broker, database = _server(opened, "redis"), _server(opened, "postgres")
        yield from _brought_up(Stack(broker, database.url, folder))


@contextmanager
def _folder() -> Iterator[Path]:
    """A data folder that bots' users can enter."""
    path = Path(tempfile.mkdtemp(prefix="wh-stack-"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _server(opened: ExitStack, kind: str) -> services.Service:
    try:
        return opened.enter_context(services.running(kind))
    except services.UnavailableError as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


def _brought_up(stack: Stack) -> Iterator[Stack]:
    try:
        stack.start(*WORKERS)  # they know no database
        stack.prepare()
        stack.start(*LADDER_PARTS)
        stack.wait("the site answers", stack.is_up)
        yield stack
    finally:
        stack.stop()
