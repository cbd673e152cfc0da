"""The small parts of the sandbox, each by itself."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.workers.sandbox.rows import ROWS
from workers.sandbox import BoxExit, BoxLimits, Level, Mount, SandboxError, check_reachable, open_level
from workers.sandbox.box import box_exit
from workers.sandbox.bubblewrap import find_program
from workers.sandbox.detection import detect
from workers.sandbox.hierarchy import mounted
from workers.sandbox.interpreter import Interpreter, own_interpreter, system_interpreter
from workers.sandbox.owner import BoxName
from workers.sandbox.slots import SlotBlock, uid_range

MOUNTS = """\
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime shared:4 master:1 - cgroup2 cgroup2 rw,nsdelegate
"""


@pytest.mark.parametrize(
    ("level", "minimum", "enough"),
    [
        (Level.FULL, Level.FULL, True),
        (Level.FULL, Level.NONE, True),
        (Level.NAMESPACES, Level.FULL, False),
        (Level.NAMESPACES, Level.NAMESPACES, True),
        (Level.NONE, Level.NAMESPACES, False),
    ],
)
def test_level_is_at_least_another(level: Level, minimum: Level, enough: bool) -> None:
    assert level.at_least(minimum) is enough


def test_hierarchies_are_read_from_mountinfo() -> None:
    found = mounted(MOUNTS)
    assert found.unified == Path("/sys/fs/cgroup/unified")
    assert found.v1["cpu"] == found.v1["cpuacct"] == Path("/sys/fs/cgroup/cpu,cpuacct")
    assert found.v1["memory"] == Path("/sys/fs/cgroup/memory")


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (0, BoxExit(0, None, out_of_memory=False)),
        (1, BoxExit(1, None, out_of_memory=False)),
        (128 + 11, BoxExit(None, signal.SIGSEGV, out_of_memory=False)),
        (-9, BoxExit(None, signal.SIGKILL, out_of_memory=False)),
        (255, BoxExit(255, None, out_of_memory=False)),
    ],
)
def test_exit_of_the_command_is_read_from_bubblewraps(status: int, expected: BoxExit) -> None:
    assert box_exit(status, out_of_memory=False) == expected


class TestOwners:
    def test_own_boxes_have_a_living_owner(self) -> None:
        assert not BoxName.next().owner_is_dead()

    def test_names_are_read_back(self) -> None:
        name = BoxName.next()
        assert BoxName.parse(str(name)) == name

    def test_names_never_repeat(self) -> None:
        assert BoxName.next() != BoxName.next()

    def test_ended_process_is_dead(self) -> None:
        code = "from workers.sandbox.owner import BoxName; print(BoxName.next())"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        name = BoxName.parse(done.stdout.strip())
        assert name is not None
        assert name.owner_is_dead()

    def test_reused_pid_is_not_taken_for_the_owner(self) -> None:
        name = BoxName.next()
        assert BoxName(name.pid_namespace, name.pid, name.started - 1, name.number).owner_is_dead()

    def test_owners_of_other_containers_count_as_alive(self) -> None:
        assert not BoxName(1, 999_999_999, 1, 1).owner_is_dead()

    @pytest.mark.parametrize("text", ["", "system.slice", "1-2-3", "1-2-3-x", "1-2-3-4-5", "1-2-3-²"])
    def test_other_folders_are_no_boxes(self, text: str) -> None:
        assert BoxName.parse(text) is None


class TestUserIds:
    def test_two_processes_never_share_a_block(self, tmp_path: Path) -> None:
        one, two = SlotBlock(tmp_path), SlotBlock(tmp_path)
        assert {one.uid(slot) for slot in range(16)}.isdisjoint({two.uid(slot) for slot in range(16)})
        one.release()
        two.release()

    def test_released_block_is_given_again(self, tmp_path: Path) -> None:
        one = SlotBlock(tmp_path)
        first = one.uid(0)
        one.release()
        two = SlotBlock(tmp_path)
        assert two.uid(0) == first
        two.release()

    def test_full_range_says_which_setting_helps(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SANDBOX_UIDS", "5000-5031")
        blocks = [SlotBlock(tmp_path), SlotBlock(tmp_path)]
        with pytest.raises(SandboxError, match="5000-5031 for boxes are in use: set SANDBOX_UIDS"):
            SlotBlock(tmp_path)
        for block in blocks:
            block.release()

    @pytest.mark.parametrize("text", ["5000", "5000-", "5000-5014", "0-99", "a-b", "5031-5000", "-1-99999"])
    def test_nonsense_in_the_setting_is_refused(self, text: str) -> None:
        with pytest.raises(SandboxError, match="SANDBOX_UIDS is"):
            uid_range(text)

    def test_block_does_not_cross_a_fork(self, tmp_path: Path) -> None:
        block = SlotBlock(tmp_path)
        child = os.fork()
        if child == 0:
            try:
                block.uid(0)
            except SandboxError:
                os._exit(3)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
        block.release()


class TestPrograms:
    def test_setting_that_names_no_program_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BWRAP", "/nowhere/bwrap")
        with pytest.raises(SandboxError, match="BWRAP is '/nowhere/bwrap', which is no program"):
            find_program()

    def test_missing_bubblewrap_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("BWRAP", raising=False)
        monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
        with pytest.raises(SandboxError, match=r"level full .* apt-get install bubblewrap"):
            detect(Level.FULL)

    def test_program_that_fails_is_no_sandbox(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BWRAP", "/bin/false")
        with pytest.raises(SandboxError, match="no sandbox of level namespaces or better works here"):
            detect(Level.NAMESPACES)

    @pytest.mark.parametrize(
        ("name", "good"), [("python3.11", True), ("python3.10", False), ("python", False)]
    )
    def test_system_python_must_be_new_enough(self, tmp_path: Path, name: str, good: bool) -> None:
        library = tmp_path / "lib" / name / "json"
        library.mkdir(parents=True)
        (library / "__init__.py").touch()
        program = tmp_path / "bin" / name
        program.parent.mkdir()
        program.touch()
        expected = Interpreter(str(program), (3, 11)) if good else None
        assert system_interpreter(program) == expected

    def test_system_python_without_its_library_is_passed_over(self, tmp_path: Path) -> None:
        program = tmp_path / "bin" / "python3.12"
        program.parent.mkdir()
        program.touch()
        assert system_interpreter(program) is None

    def test_own_python_is_mounted_with_its_folder(self) -> None:
        python = own_interpreter()
        assert python.version == sys.version_info[:2]
        assert Path(python.path).samefile(sys.executable)
        assert all(Path(python.path).is_relative_to(mount.target) for mount in python.mounts)


class TestReachable:
    def test_bubblewrap_below_a_closed_folder_is_no_sandbox_for_root(
        self, open_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (open_folder / "home").mkdir(mode=0o700)
        program = open_folder / "home" / "bwrap"
        program.touch(mode=0o755)
        monkeypatch.setenv("BWRAP", str(program))
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        with pytest.raises(SandboxError, match=r"bwrap lies below .*home, which is closed"):
            open_level(Level.NAMESPACES)

    def test_missing_path_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(SandboxError, match="absent does not exist"):
            check_reachable(tmp_path / "absent")

    def test_closed_parent_is_named_where_nothing_can_be_mounted(
        self, open_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("workers.sandbox.reach.can_stage", lambda: False)
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        (open_folder / "home").mkdir(mode=0o700)
        (open_folder / "home" / "bot").mkdir(mode=0o755)
        with pytest.raises(SandboxError, match=r"home is closed .*: chmod o\+x .*home, or keep the data"):
            check_reachable(open_folder / "home" / "bot")

    def test_open_folder_is_fine(self, open_folder: Path) -> None:
        check_reachable(open_folder)


def is_running(pid: int) -> bool:
    """Whether the process lives; a dead one that init has yet to reap does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class TestPlainProcesses:
    """The level `none`: one's own bots without any wall."""

    def test_mounts_are_led_to_by_the_environment(self, tmp_path: Path) -> None:
        (tmp_path / "package").mkdir()
        (tmp_path / "package" / "word.py").write_text("WORD = 'found'")
        command = [sys.executable, "-c", "from package.word import WORD; print(WORD)"]
        mounts = [Mount(tmp_path / "package", "/library/package")]
        with (
            open_level(Level.NONE) as sandbox,
            sandbox.open(command, tmp_path, BoxLimits(64, 5), 0, mounts, {"PYTHONPATH": "/library"}) as box,
        ):
            assert box.wait(10) == BoxExit(0, None, out_of_memory=False)
            assert os.read(box.stdout, 99) == b"found\n"

    def test_children_die_with_the_bot(self, tmp_path: Path) -> None:
        command = ["/bin/sh", "-c", "sleep 61.5 & echo $!; wait"]
        with (
            open_level(Level.NONE) as sandbox,
            sandbox.open(command, tmp_path, BoxLimits(64, 5), 0) as box,
        ):
            os.set_blocking(box.stdout, True)
            child = int(os.read(box.stdout, 99))
            box.close()
            assert box.poll() == BoxExit(None, signal.SIGKILL, out_of_memory=False)
        deadline = time.monotonic() + 2
        while is_running(child) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not is_running(child)

    def test_missing_program_is_the_machines_fault(self, tmp_path: Path) -> None:
        with (
            open_level(Level.NONE) as sandbox,
            pytest.raises(SandboxError, match="could not start /nowhere"),
        ):
            sandbox.open(["/nowhere"], tmp_path, BoxLimits(64, 5), 0)


def test_every_row_of_the_design_has_its_test() -> None:
    assert sorted(ROWS) == list(range(1, 49))
    for test in {test for tests in ROWS.values() for test in tests}:
        file, *_, name = test.split("::")
        assert f"def {name}(" in Path(file).read_text(), test
