"""Hostile bots in real boxes: none of them gets out, learns a secret or harms a neighbour (sandbox.md 3)."""

import os
import platform
import signal
import socket
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.workers.sandbox.yard import (
    LIMITS,
    Yard,
    ask,
    await_word_or_end,
    processes_in_boxes,
    processes_of,
    read_line,
)
from workers.sandbox import BoxExit
from workers.sandbox.box import BubblewrapSandbox
from workers.sandbox.gvisor import GvisorSandbox

pytestmark = pytest.mark.sandbox

REFUSED = {"EPERM", "ENOSYS"}


def alive(yard: Yard) -> list[str]:
    """The processes of all boxes of the yard, gVisor's own with them; bubblewrap's need root to be found."""
    if isinstance(yard.sandbox, GvisorSandbox):
        return processes_in_boxes()
    assert isinstance(yard.sandbox, BubblewrapSandbox)
    if yard.sandbox.slots is None:
        pytest.skip("only root gives boxes user ids of their own")
    return processes_of([yard.sandbox.slots.uid(slot) for slot in range(16)])


def pids_of(yard: Yard) -> list[int]:
    """Their numbers on the host."""
    return [int(stat.split()[0]) for stat in alive(yard)]


class TestGreed:
    """Bots that want the whole machine."""

    def test_fork_bomb_stops_at_the_limit_and_dies_whole(self, yard: Yard) -> None:
        with yard.open("fork_bomb.py") as box:
            started = int(read_line(box.stdout))
            began = time.monotonic()
            box.close()
        assert 0 < started < LIMITS.pids
        assert time.monotonic() - began < 5
        assert alive(yard) == []

    def test_neighbour_answers_beside_a_fork_bomb(self, yard: Yard) -> None:
        with yard.open("honest.py", slot=1) as neighbour, yard.open("fork_bomb.py") as bomb:
            read_line(bomb.stdout)
            assert ask(neighbour, "still there?") == "still there?"

    def test_thread_bomb_stops_at_the_limit(self, yard: Yard) -> None:
        with yard.open("thread_bomb.py") as box:
            assert 0 < int(read_line(box.stdout)) < LIMITS.pids

    def test_memory_bomb_is_killed_and_told_apart_from_a_crash(self, full_yard: Yard) -> None:
        outcome = full_yard.run("memory_bomb.py")
        assert outcome.exit == BoxExit(None, signal.SIGKILL, out_of_memory=True)
        assert outcome.output == ""

    def test_family_that_shares_the_greed_is_counted_together(self, full_yard: Yard) -> None:
        with full_yard.open("memory_family.py", str(LIMITS.memory_mb)) as box:
            await_word_or_end(box.stdout)  # cgroup v2 kills the whole box, v1 a child
            assert full_yard.sandbox.level == "full"
            assert (box.memory_peak_mb() or 0) <= LIMITS.memory_mb
            box.close()
            ended = box.poll()
        assert ended is not None
        assert ended.out_of_memory

    def test_memory_bomb_without_cgroups_is_refused_memory(self, poor_yard: Yard) -> None:
        outcome = poor_yard.run("memory_bomb.py")
        assert "MemoryError" in outcome.errors
        assert outcome.exit == BoxExit(1, None, out_of_memory=False)

    def test_files_stop_at_their_limits(self, yard: Yard) -> None:
        assert yard.run("full_disk.py").found == {
            "large": "EFBIG",
            "shm": "ENOSPC after 1",
            "tmp": "ENOSPC after 16",
        }

    def test_spinner_ends_at_the_kernels_own_cpu_limit(self, yard: Yard) -> None:
        outcome = yard.run("spin.py", limits=replace(LIMITS, cpu_s=1), seconds=60)
        assert outcome.exit is not None
        assert outcome.exit.signal in (signal.SIGKILL, signal.SIGXCPU)

    def test_sleeper_costs_no_cpu_and_is_ended_at_once(self, full_yard: Yard) -> None:
        with full_yard.open("sleeper.py") as box:
            read_line(box.stdout)
            before = box.cpu_ms()
            time.sleep(0.1)
            after = box.cpu_ms()
            box.close()
        assert before is not None
        assert after is not None
        assert after - before < 5
        assert alive(full_yard) == []

    def test_more_than_one_processor_is_not_to_be_had(self, full_yard: Yard) -> None:
        with full_yard.open("spin.py") as box:
            read_line(box.stdout)
            before, began = box.cpu_ms(), time.monotonic()
            time.sleep(0.5)
            used, took = box.cpu_ms(), time.monotonic() - began
        assert before is not None
        assert used is not None
        assert used - before < 1000 * took * 1.3 + 100  # one period of the quota may be in the air


class TestCuriosity:
    """Bots that look where they should not."""

    def test_nothing_of_the_host_is_seen(self, yard: Yard, open_folder: Path) -> None:
        others = open_folder / "another-bot"
        others.mkdir()
        marker = others / "bot.py"
        marker.write_text("secret")
        found = yard.run("peeping_tom.py", str(marker), f"/proc/1/root{marker}", "/var/tmp").found
        assert int(found.pop("processes")) <= 2
        allowed = {"alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "java-17-openjdk"}
        assert set(found.pop("etc").split()) <= allowed
        devices = set(found.pop("devices").split())
        links = {"console", "core", "fd", "ptmx", "pts", "shm", "stderr", "stdin", "stdout"}
        assert devices <= {"full", "null", "random", "tty", "urandom", "zero"} | links
        assert found.pop("/usr/local/bin", "ENOENT") == "ENOENT"
        found.pop("/proc/1/mem")  # bubblewrap's first process; see the next test
        assert {path: how for path, how in found.items() if how not in ("ENOENT", "EACCES", "EPERM")} == {}

    def test_first_process_of_the_box_is_as_weak_as_the_bot(self, yard: Yard) -> None:
        found = yard.run("snoop.py").found
        weak = {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0" * 16, "CapBnd": "0" * 16}
        assert found["own_status"] == weak
        assert found["first_status"] == weak

    def test_nothing_is_handed_down(self, yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_URL", "postgres://secret")
        with open("/etc/passwd") as secret:
            os.set_inheritable(secret.fileno(), True)
            found = yard.run("snoop.py").found
        assert found["descriptors"] == [0, 1, 2]
        if os.geteuid() == 0:  # an ordinary user's own groups stay, as 65534 without a name
            assert set(found["groups"]) <= {1000}
        environment = {"HOME", "LANG", "PATH", "PWD", "OPENBLAS_NUM_THREADS"}
        assert {name for name in found["environment"] if not name.startswith("PYTHON")} == environment
        assert "secret" not in str(found)

    def test_nobody_outside_can_be_called(self, yard: Yard, open_folder: Path) -> None:
        path, name = str(open_folder / "socket"), f"wateringhole-test-{os.getpid()}"
        with (
            closing(socket.create_server(("127.0.0.1", 0))) as tcp,
            closing(listening(path)),
            closing(listening(f"\0{name}")),
        ):
            found = yard.run("caller.py", str(tcp.getsockname()[1]), path, name).found
        assert {call: how for call, how in found.items() if how not in REFUSED} == {}

    def test_a_pair_of_sockets_reaches_no_socket_of_the_host(self, yard: Yard) -> None:
        path, name = f"/tmp/wateringhole-{os.getpid()}", f"wateringhole-test-{os.getpid()}"
        with closing(mailbox(path)) as first, closing(mailbox(f"\0{name}")) as second:
            outcome = yard.run("sender.py", path, name)
            assert outcome.output.split() == ["ENOENT", "ECONNREFUSED"]
            for box in (first, second):
                with pytest.raises(BlockingIOError):
                    box.recv(16, socket.MSG_DONTWAIT)
        Path(path).unlink()


def listening(address: str) -> socket.socket:
    """A Unix socket that waits for callers."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(address)
    server.listen()
    return server


def mailbox(address: str) -> socket.socket:
    """A Unix socket that takes letters from anybody."""
    box = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    box.bind(address)
    if address.startswith("/"):
        Path(address).chmod(0o777)
    return box


class TestViolence:
    """Bots that attack others, or the walls."""

    def test_signals_reach_nobody_outside(self, yard: Yard) -> None:
        with yard.open("honest.py", slot=1) as neighbour:
            victims = [os.getpid(), *pids_of(yard)]
            found = yard.run("killer.py", *map(str, victims)).found
            assert ask(neighbour, "alive?") == "alive?"
        assert {found[str(pid)] for pid in victims} == {"ESRCH"}

    def test_calls_that_lead_out_are_refused(self, yard: Yard) -> None:
        found = yard.run("burglar.py").found
        assert len(found) > 50
        assert {call: how for call, how in found.items() if how not in REFUSED} == {}

    @pytest.mark.skipif(platform.machine() != "x86_64", reason="x86_64 machine code")
    def test_foreign_system_calls_kill_the_bot(self, yard: Yard) -> None:
        outcome = yard.run("foreign_calls.py")
        assert outcome.output == "calling\n"
        assert outcome.exit is not None
        assert outcome.exit.signal == signal.SIGSYS

    def test_own_code_and_the_system_cannot_be_changed(self, yard: Yard) -> None:
        found = yard.run("self_editor.py").found
        for options in found.pop("mounts").split():
            assert {"nosuid", "nodev"} <= set(options.split(","))
        assert {what: how for what, how in found.items() if how not in ("EROFS", "EACCES", "EXDEV")} == {}

    def test_limits_and_identity_cannot_be_raised(self, yard: Yard) -> None:
        found = yard.run("climber.py").found
        assert found.pop("setuid_file") == "1000"
        assert found.pop("su") != "0"
        assert {what: how for what, how in found.items() if how == "allowed"} == {}

    def test_orphan_in_a_session_of_its_own_dies_with_the_box(self, yard: Yard) -> None:
        with yard.open("orphan.py") as box:
            assert read_line(box.stdout) == "left behind"
        assert alive(yard) == []


class TestStolenTime:
    """Bots that think while others are asked."""

    def test_frozen_bot_does_not_think(self, full_yard: Yard) -> None:
        with full_yard.open("thinker.py") as box:
            ask(box, "hello")
            box.freeze()
            before = box.cpu_ms()
            time.sleep(0.2)
            assert box.cpu_ms() == before

    def test_thawed_bot_answers_and_is_charged_for_its_threads(self, full_yard: Yard) -> None:
        with full_yard.open("thinker.py") as box:
            ask(box, "hello")
            box.freeze()
            before = box.cpu_ms() or 0.0
            box.thaw()
            assert ask(box, "again") == "again"
            deadline = time.monotonic() + 20
            while (box.cpu_ms() or 0.0) < before + 50:
                assert time.monotonic() < deadline, "nobody counts the bot's other thread"
                time.sleep(0.01)

    def test_frozen_bot_dies_like_any_other(self, full_yard: Yard) -> None:
        with full_yard.open("thinker.py") as box:
            ask(box, "hello")
            box.freeze()
        assert alive(full_yard) == []
