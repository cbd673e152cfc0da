"""Warm starts: a bot that a zygote forked is the same bot, in the same box, and its end is the same."""

import os
import signal
from pathlib import Path

import pytest

from tests.workers.sandbox.yard import LIMITS, Yard, ask
from workers.sandbox import BoxExit, Check, Level, Sandbox, SandboxError, detection, open_level
from workers.sandbox.box import BubblewrapSandbox
from workers.sandbox.hierarchy import find_tree
from workers.sandbox.zygote import WarmBox, WarmSandbox

pytestmark = pytest.mark.sandbox

SELF_PORTRAIT = """import io, json, os, resource, signal, sys
streams = (sys.stdin, sys.stdout, sys.stderr)
print(json.dumps({
    "argv": [sys.argv, sys.orig_argv, sys.executable, sys.path, sys.prefix],
    "main": [__name__, __file__, __spec__, sorted(set(globals()))],
    "is_main": sys.modules["__main__"].__dict__ is globals(),
    "flags": str(sys.flags),
    "environment": dict(os.environ),
    "streams": [[str(stream), stream.errors, stream.line_buffering, stream.newlines] for stream in streams],
    "same": [sys.stdin is sys.__stdin__, sys.stdout is sys.__stdout__, sys.stderr is sys.__stderr__],
    "place": [os.getcwd(), os.getpid(), os.getppid(), os.getuid(), os.getgid(), os.uname().nodename],
    "signals": [str(signal.getsignal(number)) for number in range(1, 32)],
    "limits": [resource.getrlimit(number) for number in range(16)],
    "hash": hash("wateringhole"),
    "umask": os.umask(0),
    "files": sorted(os.listdir("/")),
}))
"""
FAILS = """def deeper():
    raise ValueError("here")
deeper()
"""
MEMORY = """import re, sys
needle = sys.argv[1].encode()
found = 0
with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
    for line in maps:
        first, last, ways = re.match("([0-9a-f]+)-([0-9a-f]+) (..)", line).groups()
        if ways == "rw":
            memory.seek(int(first, 16))
            found += memory.read(int(last, 16) - int(first, 16)).count(needle)
print(found)
"""


@pytest.fixture
def cold_yard(full: Sandbox, open_folder: Path) -> Yard:
    return Yard(full, open_folder)


@pytest.fixture
def warm_yard(warm: Sandbox, open_folder: Path) -> Yard:
    return Yard(warm, open_folder)


def test_warm_bot_sees_itself_and_its_box_like_a_cold_one(
    cold_yard: Yard, warm_yard: Yard, open_folder: Path
) -> None:
    (open_folder / "portrait.py").write_text(SELF_PORTRAIT)
    assert warm_yard.run("portrait.py", "a", "b").found == cold_yard.run("portrait.py", "a", "b").found


@pytest.mark.parametrize(
    "source",
    [FAILS, "x = (", "raise SystemExit", "raise SystemExit('words')", "import nothing_at_all", "1/0"],
)
def test_warm_bot_fails_like_a_cold_one(
    cold_yard: Yard, warm_yard: Yard, open_folder: Path, source: str
) -> None:
    (open_folder / "fails.py").write_text(source)
    assert warm_yard.run("fails.py") == cold_yard.run("fails.py")


def test_threads_and_farewells_of_a_warm_bot_are_waited_for(warm_yard: Yard, open_folder: Path) -> None:
    (open_folder / "late.py").write_text(
        "import atexit, threading, time\n"
        "atexit.register(print, 'farewell')\n"
        "threading.Thread(target=lambda: (time.sleep(0.05), print('thread'))).start()\n"
    )
    outcome = warm_yard.run("late.py")
    assert (outcome.output, outcome.exit) == ("thread\nfarewell\n", BoxExit(0, None, out_of_memory=False))


def test_two_warm_bots_do_not_draw_the_same_numbers(warm_yard: Yard, open_folder: Path) -> None:
    (open_folder / "draw.py").write_text("import random; print(random.getrandbits(64))")
    assert warm_yard.run("draw.py").output != warm_yard.run("draw.py").output


def test_warm_bot_finds_nothing_of_the_bots_before_it_in_its_memory(
    warm_yard: Yard, open_folder: Path
) -> None:
    (open_folder / "memory.py").write_text(MEMORY)
    assert warm_yard.run("honest.py", "opponents-secret-name", seconds=0.5).exit is None
    assert int(warm_yard.run("memory.py", "opponents-" + "secret-name").output) >= 1  # its own argument
    (open_folder / "memory.py").write_text(
        MEMORY.replace("sys.argv[1].encode()", "b'-'.join([b'opponents', b'secret'])")
    )
    assert int(warm_yard.run("memory.py", "x").output) <= 1


def test_python_bots_start_warm_and_others_cold(warm: Sandbox, warm_yard: Yard, open_folder: Path) -> None:
    with warm_yard.open("honest.py") as box:
        assert isinstance(box, WarmBox)
        assert ask(box, "x") == "x"
    with warm.open(["/usr/bin/cat"], open_folder, LIMITS, 0) as box:
        assert not isinstance(box, WarmBox)
        assert ask(box, "x") == "x"


def test_boxes_of_a_killed_zygote_die_and_the_next_bot_gets_a_new_one(open_folder: Path) -> None:
    with WarmSandbox(find_tree()) as sandbox:
        yard = Yard(sandbox, open_folder)
        with yard.open("honest.py") as box:
            assert ask(box, "x") == "x"
            os.kill(zygote_of(sandbox), signal.SIGKILL)
            assert box.wait(10) == BoxExit(None, signal.SIGKILL, out_of_memory=False)
        with pytest.raises(SandboxError, match="the zygote"):
            yard.open("honest.py")
        with yard.open("honest.py") as box:
            assert ask(box, "y") == "y"


def zygote_of(sandbox: WarmSandbox) -> int:
    return sandbox._warm().pid


class TestSwitch:
    """SANDBOX_ZYGOTE=1 asks for warm starts; they are off by themselves where they do not pass."""

    @pytest.fixture(autouse=True)
    def _wanted(self, full: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SANDBOX_ZYGOTE", "1")

    def test_it_is_off_by_default(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SANDBOX_ZYGOTE")
        with open_level(Level.FULL) as sandbox:
            assert not isinstance(sandbox, WarmSandbox)
            assert "warm" not in sandbox.about

    def test_it_is_on_where_it_passes_the_self_test(self) -> None:
        with open_level(Level.FULL) as sandbox:
            assert isinstance(sandbox, WarmSandbox)
            assert sandbox.about.endswith(", warm starts of Python")

    def test_it_is_off_and_said_where_the_zygote_does_not_start(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("workers.sandbox.zygote.SOURCE", Path("/dev/null"))
        with open_level(Level.FULL) as sandbox:
            assert type(sandbox) is BubblewrapSandbox
            assert ", no warm starts: " in sandbox.about
            assert "the zygote did not become warm" in sandbox.about

    def test_it_is_off_and_said_where_the_self_test_fails(self, monkeypatch: pytest.MonkeyPatch) -> None:
        failed = [Check("freezer", ok=False, found="3 ms", wanted="nothing")]
        monkeypatch.setattr(detection, "self_test", lambda sandbox: failed)
        with open_level(Level.FULL) as sandbox:
            assert type(sandbox) is BubblewrapSandbox
            assert sandbox.about.endswith(", no warm starts: freezer: found 3 ms, wanted nothing")

    def test_another_word_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SANDBOX_ZYGOTE", "yes")
        with pytest.raises(SandboxError, match="SANDBOX_ZYGOTE is 'yes', wanted 0 or 1"):
            open_level(Level.FULL)


def test_levels_below_full_have_no_warm_starts(namespaces: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_ZYGOTE", "1")
    with open_level(Level.NAMESPACES) as sandbox:
        assert type(sandbox) is BubblewrapSandbox
