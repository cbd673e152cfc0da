"""The match runner as a process: its errands, its answers, its end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workers.table import LIMITS, ODD_BOTS, order_for
from workers.contract import GameOrder, Limits
from workers.errands import CheckErrand, Played, PlayErrand, Progress
from workers.runner_process import HANDED_ON, RunnerDied, RunnerProcess
from workers.sandbox import Level, Sandbox

pytestmark = pytest.mark.sandbox


@pytest.fixture(scope="module")
def runner(sandbox: Sandbox) -> Iterator[RunnerProcess]:
    with RunnerProcess(Level.FULL, 1.0) as started:
        yield started


def errand(*bots: str, limits: Limits = LIMITS) -> PlayErrand:
    order: GameOrder = order_for(bots)
    return PlayErrand(order, limits, (str(ODD_BOTS),) * len(bots))


def played(runner: RunnerProcess) -> Played:
    while not isinstance(answer := runner.receive(30), Played):
        assert isinstance(answer, Progress)
    return answer


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(number) for number in found.stdout.split()]


def descendants(pid: int) -> list[int]:
    found = children(pid)
    return found + [deeper for child in found for deeper in descendants(child)]


def gone(pids: list[int], seconds: float = 20.0) -> bool:
    """Whether all these processes ended (or wait to be reaped) within so many seconds."""
    deadline = time.monotonic() + seconds
    while any(_runs(pid) for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def in_mid_game(runner: RunnerProcess) -> list[int]:
    """Send the runner on a game that lasts, and tell its bots' processes."""
    limits = Limits(decision_wall_ms=60_000)
    runner.send(errand("sleeps", "sleeps", limits=limits))
    deadline = time.monotonic() + 20
    while len(bots := descendants(runner.pid)) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(bots) >= 4
    return bots


def test_a_runner_plays_one_game_after_another(runner: RunnerProcess) -> None:
    for _ in range(2):
        runner.send(errand("honest", "by_index"))
        assert played(runner).result is not None


def test_long_games_tell_their_progress(runner: RunnerProcess) -> None:
    runner.send(errand("sleeps", "sleeps", limits=LIMITS))
    assert isinstance(runner.receive(30), Progress)
    assert played(runner).result is not None


def test_a_machines_failure_is_answered_as_one(runner: RunnerProcess) -> None:
    order = order_for(["honest", "honest"])
    runner.send(PlayErrand(order, LIMITS, (str(ODD_BOTS), "/nowhere/at/all")))
    failure = played(runner).failure
    assert failure is not None
    assert failure.kind == "sandbox"


def test_a_healthy_sandbox_passes_the_test(runner: RunnerProcess) -> None:
    assert runner.test() == ""


def test_the_runner_has_no_environment_and_no_descriptors_of_its_parent(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    secret = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(secret, True)
    with RunnerProcess(Level.FULL, 1.0) as runner:
        names = {
            entry.partition("=")[0]
            for entry in Path(f"/proc/{runner.pid}/environ").read_text().split("\0")
            if entry
        }
        links = [os.readlink(link) for link in Path(f"/proc/{runner.pid}/fd").iterdir()]
    os.close(secret)
    assert names <= set(HANDED_ON)
    assert str(tmp_path) not in links


def test_when_the_runner_is_killed_its_bots_die(sandbox: Sandbox) -> None:
    runner = RunnerProcess(Level.FULL, 1.0)
    bots = in_mid_game(runner)
    runner.kill()
    assert gone(bots)


def test_when_the_runner_is_closed_nothing_is_left(sandbox: Sandbox) -> None:
    runner = RunnerProcess(Level.FULL, 1.0)
    bots = in_mid_game(runner)
    began = time.monotonic()
    runner.close()
    assert gone([runner.pid, *bots])
    assert time.monotonic() - began < 3


def test_when_the_parent_is_killed_runner_and_bots_die(sandbox: Sandbox) -> None:
    script = (
        "import tests.workers.test_runner as t, time, sys\n"
        "runner = t.RunnerProcess(t.Level.FULL, 1.0)\n"
        "print(runner.pid, *t.in_mid_game(runner), flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    pids = [int(pid) for pid in parent.stdout.readline().split()]
    os.kill(parent.pid, signal.SIGKILL)
    with parent:
        assert gone(pids)


def test_a_runner_that_died_is_noticed(sandbox: Sandbox) -> None:
    runner = RunnerProcess(Level.FULL, 1.0)
    in_mid_game(runner)
    os.kill(runner.pid, signal.SIGKILL)
    with pytest.raises(RunnerDied, match="ended with exit code -9"):
        played(runner)


def test_without_the_wanted_sandbox_no_runner_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BWRAP", "/nowhere/bwrap")
    with pytest.raises(RunnerDied, match="BWRAP is '/nowhere/bwrap'"):
        RunnerProcess(Level.NAMESPACES, 1.0)


@pytest.mark.parametrize(
    ("name", "content", "ok", "says"),
    [
        ("bot.py", b"print('hello')\n", True, ""),
        ("bot.py", b"def broken(:\n", False, "bot.py, line 1: invalid syntax"),
        ("bot.js", b"console.log(1);\n", True, ""),
        ("bot.js", b"function (\n", False, "SyntaxError: Function statements require a function name"),
    ],
)
def test_a_bots_entry_is_checked_in_the_sandbox(
    runner: RunnerProcess, open_folder: Path, name: str, content: bytes, ok: bool, says: str
) -> None:
    (open_folder / name).write_bytes(content)
    language = "python" if name.endswith("py") else "javascript"
    checked = runner.check(CheckErrand(language, name, str(open_folder), Limits()))
    assert checked.ok is ok
    assert says in checked.reason


def test_a_native_bot_is_checked_by_its_header(runner: RunnerProcess, open_folder: Path) -> None:
    (open_folder / "bot").write_bytes(b"\x7fELF" + bytes(100))
    checked = runner.check(CheckErrand("native", "bot", str(open_folder), Limits()))
    assert not checked.ok
    assert "bot cannot run here" in checked.reason
