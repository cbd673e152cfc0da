"""Processes of the supervisor: they die with it, are known by their start, and are ended whole."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ladder.up import processes
from ladder.up.processes import Identity

FAMILY = "import subprocess, time; subprocess.Popen(['sleep', '600']); time.sleep(600)"
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(1, flush=True)
time.sleep(600)
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Identity]]:
    started: list[subprocess.Popen[bytes]] = []

    def start_python(code: str, ready: Callable[[Identity], bool] = lambda _: True) -> Identity:
        process = processes.start([sys.executable, "-c", code], os.environ, tmp_path, tmp_path / "log")
        started.append(process)
        found = processes.identity(process.pid)
        assert found is not None
        _wait(lambda: ready(found))
        return found

    yield start_python
    for process in started:
        process.kill()
        process.wait()


def test_a_session_is_ended_with_all_its_members(start: Callable[..., Identity]) -> None:
    leader = start(FAMILY, lambda found: len(processes.session_members(found)) == 2)
    processes.end([leader], 5)
    assert processes.session_members(leader) == []


def test_what_ignores_the_polite_signal_is_killed(start: Callable[..., Identity], tmp_path: Path) -> None:
    leader = start(STUBBORN, lambda _: "1" in (tmp_path / "log").read_text())
    began = time.monotonic()
    processes.end([leader], 0.5)
    assert not processes.is_alive(leader)
    assert time.monotonic() - began < 5


def test_orphans_of_a_dead_leader_are_still_found(start: Callable[..., Identity]) -> None:
    leader = start(FAMILY, lambda found: len(processes.session_members(found)) == 2)
    os.kill(leader.pid, signal.SIGKILL)
    _wait(lambda: leader.pid not in processes.session_members(leader))
    assert len(processes.session_members(leader)) == 1
    processes.kill([leader])
    assert processes.session_members(leader) == []


def test_a_later_process_with_the_same_number_is_left_alone(start: Callable[..., Identity]) -> None:
    living = start("import time; time.sleep(600)")
    before = Identity(living.pid, living.started - 1)
    processes.end([before], 0.1)
    assert processes.is_alive(living)


def test_a_started_process_dies_with_the_one_that_started_it(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys, time\n"
        "from ladder.up import processes\n"
        "here = pathlib.Path('.')\n"
        "child = processes.start(['sleep', '600'], os.environ, here, here / 'log')\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=tmp_path)
    assert parent.stdout is not None
    with parent.stdout:
        child = processes.identity(int(parent.stdout.readline()))
    assert child is not None
    parent.kill()
    parent.wait()
    _wait(lambda: not processes.is_alive(child))


def _wait(condition: Callable[[], bool], within_s: float = 10.0) -> None:
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
