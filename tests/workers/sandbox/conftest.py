"""Sandboxes for tests: one of each level for a test process."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workers.sandbox.yard import Yard
from workers.sandbox import Level, Sandbox, SandboxError, open_level
from workers.sandbox.gvisor import GvisorSandbox
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


@pytest.fixture(scope="session")
def gvisor() -> Iterator[Sandbox]:
    """Boxes behind gVisor, where its package is installed."""
    try:
        sandbox = GvisorSandbox(find_tree())
    except SandboxError as error:
        pytest.skip(str(error))
    with sandbox:
        yield sandbox


# what a kernel of its own does otherwise than the host's: harmless to the host, so not looked at there
GVISOR_DIFFERS = {
    "test_fork_bomb_stops_at_the_limit_and_dies_whole": "its memory ends it first, see test_gvisor.py",
    "test_neighbour_answers_beside_a_fork_bomb": "its memory ends it first, see test_gvisor.py",
    "test_family_that_shares_the_greed_is_counted_together": "all of it dies at once, see test_gvisor.py",
    "test_spinner_ends_at_the_kernels_own_cpu_limit": "RLIMIT_CPU ends nothing; the CPU meter does",
    "test_nothing_of_the_host_is_seen": "its /dev has net and fuse, which lead nowhere",
    "test_first_process_of_the_box_is_as_weak_as_the_bot": "it does not tell NoNewPrivs; the bot is PID 1",
    "test_orphan_in_a_session_of_its_own_dies_with_the_box": "its parent is PID 1: with that all ends",
    "test_signals_reach_nobody_outside": "the bot is PID 1 itself, and shoots itself",
    "test_the_first_process_cannot_be_killed_from_inside": "the bot is PID 1 itself",
    "test_foreign_system_calls_kill_the_bot": "they are refused, the bot lives",
    "test_calls_of_the_x32_kind_kill_the_bot": "they are refused, the bot lives",
    "test_own_code_and_the_system_cannot_be_changed": "it does not tell nosuid; the rest is the same",
    "test_no_question_can_be_put_into_its_own_mouth": "a bot may reopen its own pipes, and fool itself",
    "test_no_switch_of_the_kernel_can_be_set": "its own oom_score_adj, which means nothing",
    "test_odd_pipes_do_not_confuse_the_reader": "the bot cannot make its pipes odd, and ends",
}


def _skip_what_gvisor_does_otherwise(request: pytest.FixtureRequest) -> None:
    reason = GVISOR_DIFFERS.get(request.node.originalname)
    if request.param == "gvisor" and reason:
        pytest.skip(f"gVisor differs: {reason}")


GVISOR = pytest.param("gvisor", marks=pytest.mark.slow)  # some 0.4 s for each box


@pytest.fixture(params=["full", "warm", GVISOR])
def full_yard(request: pytest.FixtureRequest, open_folder: Path) -> Yard:
    """Boxes with cgroups, started cold and warm, and behind gVisor."""
    _skip_what_gvisor_does_otherwise(request)
    return Yard(request.getfixturevalue(request.param), open_folder)


@pytest.fixture(params=["full", "warm", "namespaces", GVISOR])
def yard(request: pytest.FixtureRequest, open_folder: Path) -> Yard:
    """Boxes of either level, for what must hold in both, and in warm starts, and behind gVisor, too."""
    _skip_what_gvisor_does_otherwise(request)
    return Yard(request.getfixturevalue(request.param), open_folder)
