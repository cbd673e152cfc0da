"""Boxes on the real thing: how they start, how they end, and what is the machine's fault (service.md 5)."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workers.sandbox.yard import LIMITS, Yard, ask, read_line
from workers.sandbox import Box, BoxExit, Level, Mount, Sandbox, SandboxError, launch, open_level, self_test
from workers.sandbox.box import BubblewrapSandbox
from workers.sandbox.hierarchy import LegacyTree, mounted
from workers.sandbox.system import HOST, System

pytestmark = pytest.mark.sandbox

OWNER = """
import select, sys, time
from pathlib import Path
from workers.sandbox import BoxLimits, Level, open_level

sandbox = open_level(Level(sys.argv[1]))
sleeper = ["/bin/sh", "-c", f"echo here; /usr/bin/sleep {sys.argv[3]}; :"]
box = sandbox.open(sleeper, Path(sys.argv[2]), BoxLimits(64, 5), 0)
select.select([box.stdout], [], [], 30)
if sys.argv[4] == "frozen":
    box.freeze()
print("open", flush=True)
time.sleep(60)
"""


def sleepers(mark: str) -> list[str]:
    """The living processes of the sleeping bot with this mark: its shell, and the sleep if it has begun."""
    line = f"(/bin/sh -c echo here; )?/usr/bin/sleep {mark}(; :)?"
    found = subprocess.run(["pgrep", "-f", "-x", line], capture_output=True, text=True)
    return found.stdout.split()


def descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


class TestEnds:
    def test_exit_code_of_the_bot_is_told(self, yard: Yard, open_folder: Path) -> None:
        (open_folder / "seven.py").write_text("raise SystemExit(7)")
        assert yard.run("seven.py").exit == BoxExit(7, None, out_of_memory=False)

    def test_signal_that_ended_the_bot_is_told(self, yard: Yard, open_folder: Path) -> None:
        (open_folder / "crash.py").write_text("import os; os.kill(os.getpid(), 11)")
        assert yard.run("crash.py").exit == BoxExit(None, signal.SIGSEGV, out_of_memory=False)

    def test_running_bot_has_no_exit_until_it_is_closed(self, yard: Yard) -> None:
        box = yard.open("honest.py")
        assert ask(box, "x") == "x"
        assert box.poll() is None
        box.close()
        assert box.poll() == BoxExit(None, signal.SIGKILL, out_of_memory=False)
        box.close()

    def test_last_output_is_there_after_the_end(self, yard: Yard, open_folder: Path) -> None:
        (open_folder / "words.py").write_text("import sys; print('out'); print('err', file=sys.stderr)")
        outcome = yard.run("words.py")
        assert (outcome.output, outcome.errors) == ("out\n", "err\n")

    def test_meters_keep_their_last_value(self, full_yard: Yard) -> None:
        box = full_yard.open("honest.py")
        ask(box, "x")
        box.close()
        assert 0 < (box.cpu_ms() or 0) < 5000
        assert 0 < (box.memory_peak_mb() or 0) < LIMITS.memory_mb

    def test_time_without_a_processor_is_counted(self, full_yard: Yard) -> None:
        with full_yard.open("spin.py") as box:
            read_line(box.stdout)
            start = waited_ms(box)
            deadline = time.monotonic() + 20
            while waited_ms(box) < start + 20:  # two that want to run, and one processor's time for them
                assert time.monotonic() < deadline, "nobody counts how long the box waits"
                time.sleep(0.01)

    def test_frozen_box_waits_for_nothing(self, full_yard: Yard) -> None:
        with full_yard.open("spin.py") as box:
            read_line(box.stdout)
            box.freeze()
            before = waited_ms(box)
            time.sleep(0.1)
            assert waited_ms(box) == before

    def test_there_is_no_meter_without_cgroups(self, poor_yard: Yard) -> None:
        with poor_yard.open("honest.py") as box:
            box.freeze()
            box.thaw()
            assert ask(box, "x") == "x"
            assert box.cpu_ms() is None
            assert box.waited_ms() is None
            assert box.memory_peak_mb() is None

    def test_boxes_leave_no_descriptors_and_no_cgroups(self, yard: Yard) -> None:
        with yard.open("honest.py"):
            pass
        before, groups = descriptors(), own_groups()
        for _ in range(3):
            with yard.open("honest.py") as box:
                ask(box, "x")
        assert descriptors() == before
        assert own_groups() == groups == []


def waited_ms(box: Box) -> float:
    """How long the box waited for a processor; skipped where the kernel does not tell."""
    waited = box.waited_ms()
    if waited is None:
        pytest.skip("this kernel keeps no record of stalls (PSI)")
    return waited


def own_groups() -> list[str]:
    """The cgroups of this process's boxes."""
    pattern = f"**/wateringhole/*-{os.getpid()}-*"
    return [str(folder) for folder in Path("/sys/fs/cgroup").glob(pattern)]


class TestMachineFaults:
    """A launch that fails is the machine's fault, said in one sentence, and leaves nothing behind."""

    @pytest.fixture(autouse=True)
    def leaves_nothing(self, request: pytest.FixtureRequest) -> Iterator[None]:
        request.getfixturevalue("yard")
        before = descriptors()
        yield
        assert descriptors() == before
        assert own_groups() == []

    def test_missing_interpreter(self, yard: Yard, open_folder: Path) -> None:
        with pytest.raises(SandboxError, match="no program /usr/bin/nothing in the sandbox"):
            yard.sandbox.open(["/usr/bin/nothing"], open_folder, LIMITS, 0)

    def test_missing_folder(self, yard: Yard, open_folder: Path) -> None:
        with pytest.raises(SandboxError, match="absent does not exist"):
            yard.sandbox.open(["/usr/bin/true"], open_folder / "absent", LIMITS, 0)

    def test_what_bubblewrap_says(self, yard: Yard, open_folder: Path) -> None:
        mount = Mount(open_folder, "/usr/new/place")
        with pytest.raises(SandboxError, match="did not start: bwrap: Can't mkdir"):
            yard.sandbox.open(["/usr/bin/true"], open_folder, LIMITS, 0, [mount])

    def test_launch_that_never_comes_to_the_mark(
        self, yard: Yard, open_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(launch, "LAUNCH_SECONDS", 0.2)
        monkeypatch.setattr(launch, "INNER", "exec sleep 60")
        with pytest.raises(SandboxError, match="did not start"):
            yard.sandbox.open(["/usr/bin/true"], open_folder, LIMITS, 0)

    def test_slot_out_of_range(self, yard: Yard, open_folder: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("slots are user ids, which only root gives")
        with pytest.raises(SandboxError, match="slot 16 is none of 0 to 15"):
            yard.sandbox.open(["/usr/bin/true"], open_folder, LIMITS, 16)

    def test_missing_entry_is_the_bots_own_fault(self, yard: Yard, open_folder: Path) -> None:
        with yard.sandbox.open(["./bot"], open_folder, LIMITS, 0) as box:
            ended = box.wait(10)
            assert b"not found" in os.read(box.stderr, 4096)
        assert ended == BoxExit(127, None, out_of_memory=False)


class TestReach:
    """Bots' folders below folders that are closed to others, such as root's home."""

    @pytest.fixture
    def closed(self, open_folder: Path) -> Path:
        """A bot's folder below a closed one."""
        if os.geteuid() != 0:
            pytest.skip("an ordinary user's boxes run as that user")
        (open_folder / "home").mkdir(mode=0o700)
        bot = open_folder / "home" / "bot"
        bot.mkdir(mode=0o755)
        (bot / "word").write_text("hello")
        return bot

    def test_folder_below_a_closed_one_is_seen(self, full: Sandbox, closed: Path) -> None:
        with full.open(["/usr/bin/cat", "word"], closed, LIMITS, 0) as box:
            assert box.wait(10) == BoxExit(0, None, out_of_memory=False)
            assert os.read(box.stdout, 99) == b"hello"

    def test_closed_folder_itself_is_refused_with_what_to_do(self, full: Sandbox, closed: Path) -> None:
        closed.chmod(0o700)
        with pytest.raises(SandboxError, match=r"bot is closed to the bots' user ids: chmod o\+rX"):
            full.open(["/usr/bin/cat", "word"], closed, LIMITS, 0)

    def test_two_boxes_below_closed_folders_see_each_their_own(
        self, full: Sandbox, closed: Path, open_folder: Path
    ) -> None:
        other = closed.with_name("other")
        other.mkdir(mode=0o755)
        (other / "word").write_text("world")
        script = ["/bin/sh", "-c", "read line; cat word"]
        with full.open(script, closed, LIMITS, 0) as one, full.open(script, other, LIMITS, 1) as two:
            for box in (one, two):
                os.write(box.stdin, b"\n")
                box.wait(10)
            assert (os.read(one.stdout, 99), os.read(two.stdout, 99)) == (b"hello", b"world")


class TestDeadOwners:
    """A worker is killed in mid-match: its bots die with it, and the next one sweeps up."""

    @pytest.mark.parametrize("level", [Level.FULL, Level.NAMESPACES])
    @pytest.mark.parametrize("state", ["running", "frozen"])
    def test_tree_of_a_killed_worker_is_gone(
        self, request: pytest.FixtureRequest, open_folder: Path, level: Level, state: str
    ) -> None:
        sandbox: Sandbox = request.getfixturevalue(level.value)
        mark = str(3_000_000 + time.time_ns() % 1_000_000)
        command = [sys.executable, "-c", OWNER, level, str(open_folder), mark, state]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as owner:
            assert owner.stdout
            assert owner.stdout.readline() == b"open\n"
            assert sleepers(mark)
            owner.kill()
        sandbox.sweep()
        assert wait_until_none(mark)
        assert groups_of(owner.pid) == []

    def test_sweeper_spares_the_living(self, full_yard: Yard) -> None:
        with full_yard.open("honest.py") as box:
            full_yard.sandbox.sweep()
            assert ask(box, "x") == "x"


def wait_until_none(mark: str) -> bool:
    """Whether no sleeper is left within some seconds."""
    deadline = time.monotonic() + 5
    while sleepers(mark) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not sleepers(mark)


def groups_of(pid: int) -> list[str]:
    return [str(folder) for folder in Path("/sys/fs/cgroup").glob(f"**/wateringhole/*-{pid}-*")]


class TestLevels:
    def test_self_test_sees_a_shared_namespace(
        self, namespaces: Sandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("workers.sandbox.bubblewrap.NAMESPACES", ("user", "pid", "uts", "ipc", "cgroup"))
        failed = {check.name: check.found for check in self_test(namespaces) if not check.ok}
        assert failed["namespaces"] == "shared: ['net']"

    @pytest.mark.parametrize("level", ["full", "namespaces"])
    def test_self_test_passes(self, request: pytest.FixtureRequest, level: str) -> None:
        checks = self_test(request.getfixturevalue(level))
        assert [check for check in checks if not check.ok] == []
        assert len(checks) >= 16

    def test_self_test_sees_a_missing_wall(
        self, namespaces: Sandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(namespaces, "system", System(HOST))
        monkeypatch.setattr("workers.sandbox.system.HOST_FILES", ("/etc/shadow",))
        failed = {check.name for check in self_test(namespaces) if not check.ok}
        assert failed == {"shadow"}

    def test_self_test_fails_on_plain_processes(self) -> None:
        (check,) = self_test(open_level(Level.NONE))
        assert not check.ok

    def test_command_prints_level_and_checks(self) -> None:
        command = [sys.executable, "-m", "workers.sandbox"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.startswith("level ")
        assert "FAIL" not in done.stdout


@pytest.fixture
def v1_only() -> Iterator[Sandbox]:
    """A sandbox that uses cgroup v1 alone, as on machines without a v2 tree."""
    v1 = mounted(Path("/proc/self/mountinfo").read_text()).v1
    if not v1.keys() >= {"memory", "pids", "cpu", "freezer", "cpuacct"}:
        pytest.skip("no cgroup v1 controllers are mounted here")
    with BubblewrapSandbox(LegacyTree(v1, None)) as sandbox:
        yield sandbox


class TestOldCgroups:
    def test_self_test_passes_with_v1_alone(self, v1_only: Sandbox) -> None:
        assert [check for check in self_test(v1_only) if not check.ok] == []

    def test_frozen_box_can_be_closed(self, v1_only: Sandbox, open_folder: Path) -> None:
        yard = Yard(v1_only, open_folder)
        with yard.open("thinker.py") as box:
            ask(box, "x")
            box.freeze()
        assert own_groups() == []

    def test_family_is_killed_through_v1(self, v1_only: Sandbox, open_folder: Path) -> None:
        with Yard(v1_only, open_folder).open("fork_bomb.py") as box:
            read_line(box.stdout)
        assert own_groups() == []
