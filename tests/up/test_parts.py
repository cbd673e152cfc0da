"""A part that dies is started again after a pause that grows, and one that cannot live is told of."""

import os
import sys
import time
from pathlib import Path

import pytest

from ladder.up import UpError, parts, processes
from ladder.up.parts import Part, RunningPart
from ladder.up.task import Task


def _part(tmp_path: Path, code: str) -> RunningPart:
    return RunningPart(Part("bee", (sys.executable, "-c", code), os.environ), tmp_path, tmp_path)


def _look_until_something_is_said(part: RunningPart) -> str:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        said = part.look()
        if said:
            return said
        time.sleep(0.02)
    raise AssertionError("nothing was said")


def test_a_dead_part_is_started_again(tmp_path: Path) -> None:
    part = _part(tmp_path, "import time; time.sleep(600)")
    part.start()
    first = part.pid
    assert first is not None
    os.kill(first, 9)
    assert "killed by signal 9" in _look_until_something_is_said(part)
    assert part.pid is None
    deadline = time.monotonic() + 10
    while part.pid is None and time.monotonic() < deadline:
        part.look()
    assert part.pid not in (None, first)
    processes.kill(part.sessions)
    part.reap()


def test_pauses_grow_and_the_third_death_names_the_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "FIRST_PAUSE_S", 0.05)
    part = _part(tmp_path, "import sys; sys.exit('no honey')")
    part.start()
    said = [_look_until_something_is_said(part) for _ in range(3)]
    assert "no honey" not in said[0]
    assert part.in_trouble
    assert "died 3 times" in said[2]
    assert "no honey" in said[2]
    assert str(part.log) in said[2]


def test_children_of_a_dead_part_do_not_outlive_it(tmp_path: Path) -> None:
    code = "import subprocess; print(subprocess.Popen(['sleep', '600']).pid, flush=True)"
    part = _part(tmp_path, code)
    part.start()
    _look_until_something_is_said(part)
    assert processes.session_members(part.sessions[0]) == []


def test_a_full_log_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LOG_BYTES", 10)
    log = tmp_path / "x.log"
    log.write_text("0123456789abc")
    parts.cut(log)
    assert log.read_text() == ""
    assert (tmp_path / "x.log.1").read_text() == "3456789abc"


def test_a_task_runs_its_commands_in_order(tmp_path: Path) -> None:
    task = Task("greeting", [("sh", "-c", "echo one"), ("sh", "-c", "echo two")], os.environ)
    task.start(tmp_path, tmp_path)
    _wait_for(task)
    assert (tmp_path / "setup.log").read_text() == "one\ntwo\n"


def test_a_failing_task_says_which_and_its_last_words(tmp_path: Path) -> None:
    task = Task(
        "greeting", [("sh", "-c", "echo lost my voice; exit 3"), ("sh", "-c", "echo two")], os.environ
    )
    task.start(tmp_path, tmp_path)
    with pytest.raises(UpError, match=r"greeting failed \(exit code 3\): lost my voice"):
        _wait_for(task)


def _wait_for(task: Task) -> None:
    while not task.is_done():
        time.sleep(0.01)
