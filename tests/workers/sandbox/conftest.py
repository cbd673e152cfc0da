"""Sandboxes for tests: one of each level for a test process."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workers.sandbox.yard import Yard
from workers.sandbox import Level, Sandbox, SandboxError, open_level
from workers.sandbox.hierarchy import find_tree
from workers.sandbox.zygote import WarmSandbox


def sandbox_of(level: Level) -> Sandbox:
    """The sandbox of a level; where a machine has none the test is skipped, but never in CI."""
    try:
        return open_level(level)
    except SandboxError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def full() -> Iterator[Sandbox]:
    with sandbox_of(Level.FULL) as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
def namespaces() -> Iterator[Sandbox]:
    with sandbox_of(Level.NAMESPACES) as sandbox:
        yield sandbox


@pytest.fixture
def poor_yard(namespaces: Sandbox, open_folder: Path) -> Yard:
    """Boxes of a machine without usable cgroups."""
    return Yard(namespaces, open_folder)


@pytest.fixture(scope="session")
def warm(full: Sandbox) -> Iterator[Sandbox]:
    """The sandbox `full` with a zygote."""
    with WarmSandbox(find_tree()) as sandbox:
        yield sandbox


@pytest.fixture(params=["full", "warm"])
def full_yard(request: pytest.FixtureRequest, open_folder: Path) -> Yard:
    """Boxes with cgroups, started cold and warm."""
    return Yard(request.getfixturevalue(request.param), open_folder)


@pytest.fixture(params=["full", "warm", "namespaces"])
def yard(request: pytest.FixtureRequest, open_folder: Path) -> Yard:
    """Boxes of either level, for what must hold in both, and in warm starts, too."""
    return Yard(request.getfixturevalue(request.param), open_folder)
