"""Sandboxes and bots for the tests of the match runner."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from workers.sandbox import Level, Sandbox, SandboxError, open_level

ODD_BOTS = Path(__file__).parents[1] / "bots" / "odd"


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The production sandbox; where it is missing the test is skipped, but in CI that is an error."""
    try:
        opened = open_level(Level.FULL)
    except SandboxError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    with opened:
        yield opened


@pytest.fixture(scope="session")
def plain_sandbox() -> Iterator[Sandbox]:
    """No sandbox at all: plain processes, without meter and freezer."""
    with open_level(Level.NONE) as opened:
        yield opened
