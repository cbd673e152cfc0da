"""More hostile bots in real boxes: what else one may think of, beyond the rows of the design."""

import os
import platform
import resource
import signal
import time
from pathlib import Path

import pytest

from tests.workers.sandbox.test_hostile import alive
from tests.workers.sandbox.yard import LIMITS, Yard, ask, read_line
from workers.sandbox import BoxExit

pytestmark = pytest.mark.sandbox

NOWHERE = {"ENOENT", "EROFS", "EACCES", "EPERM", "ENOSYS"}


class TestSigns:
    """Seats of one match that want to talk to each other."""

    def test_one_seat_finds_no_sign_of_another(self, yard: Yard) -> None:
        with yard.open("colluder.py", "tell", slot=1) as teller:
            assert read_line(teller.stdout) == "told"
            found = yard.run("colluder.py", "listen").found
        assert set(found.values()) <= NOWHERE

    def test_a_sign_does_not_outlive_the_box(self, yard: Yard) -> None:
        with yard.open("colluder.py", "tell") as teller:
            assert read_line(teller.stdout) == "told"
        assert set(yard.run("colluder.py", "listen").found.values()) <= NOWHERE

    def test_the_kernel_sends_no_signals_for_a_bot(self, yard: Yard) -> None:
        with yard.open("signals_by_file.py", str(os.getpid()), str(-os.getpgrp()), "1") as box:
            line = read_line(box.stdout)
            os.write(box.stdin, b"x\n")
            box.wait(10)
        assert "allowed" not in line

    def test_links_in_its_own_folder_lead_nowhere(self, yard: Yard, open_folder: Path) -> None:
        secret = open_folder.parent / f"{open_folder.name}-secret"
        secret.write_text("secret")
        for name, target in {
            "a": "/etc/shadow",
            "b": str(secret),
            "c": f"../{secret.name}",
            "d": "d",
        }.items():
            (open_folder / name).symlink_to(target)
        try:
            found = yard.run("follows_links.py").found
        finally:
            secret.unlink()
        assert found == {"a": "ENOENT", "b": "ENOENT", "c": "ENOENT", "d": "ELOOP"}

    def test_no_question_can_be_put_into_its_own_mouth(self, yard: Yard) -> None:
        if os.geteuid() != 0:
            pytest.skip("an ordinary user's boxes own their pipes")
        assert yard.run("own_input.py").found == {"input": "EACCES", "output": "EACCES"}

    def test_there_is_no_terminal(self, yard: Yard) -> None:
        assert "allowed" not in yard.run("terminal.py").found.values()

    def test_no_switch_of_the_kernel_can_be_set(self, yard: Yard) -> None:
        found = yard.run("proc_writer.py").found
        assert {path: how for path, how in found.items() if how == "allowed"} == {}


class TestHiddenGreed:
    """Bots that use what is not counted everywhere."""

    def test_files_in_memory_are_counted(self, full_yard: Yard) -> None:
        outcome = full_yard.run("memfd_bomb.py")
        assert outcome.exit == BoxExit(None, signal.SIGKILL, out_of_memory=True)

    def test_the_kernels_own_tables_are_counted(self, full_yard: Yard) -> None:
        outcome = full_yard.run("page_tables.py", seconds=30)
        assert outcome.exit == BoxExit(None, signal.SIGKILL, out_of_memory=True)

    def test_full_pipes_are_counted_or_refused(self, full_yard: Yard) -> None:
        with full_yard.open("greedy_pipes.py") as box:
            box.wait(20)
            assert (box.memory_peak_mb() or 0) <= LIMITS.memory_mb

    @pytest.mark.slow
    def test_endless_files_end_with_the_box(self, full_yard: Yard) -> None:
        with full_yard.open("honest.py", slot=1) as neighbour:
            with full_yard.open("inode_bomb.py") as bomb:
                bomb.wait(5)
                assert (bomb.memory_peak_mb() or 0) <= LIMITS.memory_mb
            assert ask(neighbour, "still there?") == "still there?"
        assert alive(full_yard) == []

    def test_deep_folders_end_with_the_box(self, yard: Yard) -> None:
        assert int(yard.run("deep_folders.py", seconds=20).output) > 0
        assert alive(yard) == []

    def test_the_dead_count_as_long_as_nobody_looks_after_them(self, yard: Yard) -> None:
        with yard.open("zombies.py") as box:
            assert 0 < int(read_line(box.stdout)) < LIMITS.pids

    def test_thinking_in_children_that_end_is_charged(self, full_yard: Yard) -> None:
        with full_yard.open("burns_in_children.py") as box:
            used_ms = float(read_line(box.stdout, 30))
            assert (box.cpu_ms() or 0) >= used_ms * 0.95 > 200

    def test_neighbour_answers_beside_a_storm_of_timers(self, yard: Yard) -> None:
        with yard.open("honest.py", slot=1) as neighbour, yard.open("timer_storm.py") as storm:
            read_line(storm.stdout)
            assert ask(neighbour, "still there?") == "still there?"


class TestEscapeFromTheEnd:
    """Bots that do not want to be ended, or to be seen ending."""

    def test_a_family_that_is_never_the_same_dies_whole(self, yard: Yard) -> None:
        with yard.open("forks_while_dying.py") as box:
            read_line(box.stdout)
            time.sleep(0.05)
        assert alive(yard) == []

    def test_a_bot_that_stopped_itself_dies_like_any_other(self, yard: Yard) -> None:
        with yard.open("stops_itself.py") as box:
            read_line(box.stdout)
        assert alive(yard) == []

    def test_a_bot_without_files_dies_like_any_other(self, yard: Yard) -> None:
        with yard.open("closes_everything.py") as box:
            assert read_line(box.stdout) == "closing"
            assert box.poll() is None
        assert alive(yard) == []

    def test_a_crash_leaves_no_core_file(self, yard: Yard, open_folder: Path) -> None:
        before = set(os.listdir(open_folder))
        outcome = yard.run("dumps_core.py")
        assert outcome.exit == BoxExit(None, signal.SIGABRT, out_of_memory=False)
        assert set(os.listdir(open_folder)) == before

    def test_the_first_process_cannot_be_killed_from_inside(self, yard: Yard) -> None:
        assert yard.run("impostor.py", "first").output == "still here\n"

    @pytest.mark.parametrize("code", [97, 137, 255])
    def test_an_exit_code_of_the_launchers_own_is_still_the_bots_end(self, yard: Yard, code: int) -> None:
        ended = yard.run("impostor.py", str(code)).exit
        assert ended in (
            BoxExit(code, None, out_of_memory=False),
            BoxExit(None, code - 128, out_of_memory=False),
        )

    def test_odd_pipes_do_not_confuse_the_reader(self, yard: Yard) -> None:
        with yard.open("odd_pipes.py") as box:
            assert read_line_at_once(box.stdout) == "ready"
            os.write(box.stdin, b"hello\n")
            assert read_line_at_once(box.stdout) == "hello"


def read_line_at_once(fd: int) -> str:
    """The next line, read in large pieces as the referee reads."""
    os.set_blocking(fd, True)
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(fd, 65536)
        assert part
        line += part
    return line.decode().strip()


class TestPower:
    """Bots that want to be somebody else."""

    def test_a_program_in_memory_has_no_more_power(self, yard: Yard) -> None:
        assert yard.run("smuggled_program.py").output in ("1000\n", "\n")

    @pytest.mark.skipif(platform.machine() != "x86_64", reason="x86_64 machine code")
    def test_calls_of_the_x32_kind_kill_the_bot(self, yard: Yard) -> None:
        outcome = yard.run("x32_calls.py")
        assert outcome.output == "calling\n"
        assert outcome.exit is not None
        assert outcome.exit.signal == signal.SIGSYS

    def test_our_own_limits_are_untouched(self, yard: Yard) -> None:
        before = [resource.getrlimit(number) for number in range(16)]
        yard.run("climber.py")
        assert [resource.getrlimit(number) for number in range(16)] == before
