"""`manage.py up`, the supervisor, on the real thing: it comes up, heals, stops whole, and goes on later."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from ladder.up import processes
from ladder.up.processes import Identity
from tests import services
from tests.stack.client import Client

pytestmark = [
    pytest.mark.service,
    pytest.mark.sandbox,
    pytest.mark.timeout(240),
    pytest.mark.xdist_group("up"),
]
ROOT = Path(__file__).resolve().parent.parent.parent
COMES_UP_WITHIN_S = 90.0
STOPS_WITHIN_S = 10.0


class Up:
    """A running `manage.py up`, with its output in a file."""

    def __init__(self, data: Path, *options: str, port: int | None = None) -> None:
        self.port = port or services.free_port()
        self.data = data
        self._log = data.parent / f"up-{self.port}.log"
        env = os.environ | {"WATERINGHOLE_DATA": str(data)}
        for name in ("REDIS_URL", "DATABASE_URL", "QUEUE_PREFIX", "SECRET_KEY"):
            env.pop(name, None)
        with self._log.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port), "--workers", "1", *options],
                cwd=ROOT,
                env=env,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=_ignore_interrupts,
            )

    def output(self) -> str:
        return self._log.read_text()

    def wait_until_up(self) -> "Up":
        self.wait("it is up", lambda: "Open http" in self.output(), COMES_UP_WITHIN_S)
        return self

    def wait(self, what: str, condition: Callable[[], object], within_s: float) -> None:
        deadline = time.monotonic() + within_s
        while not condition():
            assert self.process.poll() is None, f"it ended before: {what}\n{self.output()}"
            assert time.monotonic() < deadline, f"never: {what}\n{self.output()}"
            time.sleep(0.1)

    def end(self, how: signal.Signals) -> float:
        """Send the signal; the seconds until the supervisor was gone."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(STOPS_WITHIN_S + 5)
        return time.monotonic() - began

    def family(self) -> set[Identity]:
        """The supervisor and all its descendants, bots too."""
        children: dict[int, list[int]] = {}
        for pid, parent in _parents():
            children.setdefault(parent, []).append(pid)
        members, waiting = set(), [self.process.pid]
        while waiting:
            pid = waiting.pop()
            found = processes.identity(pid)
            if found is not None:
                members.add(found)
            waiting += children.get(pid, [])
        return members

    def part(self, words: str) -> Identity:
        """The process with these words in its command line."""
        return next(member for member in self.family() if words in _command_line(member.pid))


def _ignore_interrupts() -> None:
    """As a shell does to a job in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _parents() -> Iterator[tuple[int, int]]:
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            with suppress(FileNotFoundError, ProcessLookupError):
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                yield int(entry), int(fields[1])


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _assert_gone(members: set[Identity], within_s: float) -> None:
    deadline = time.monotonic() + within_s
    while left := [member for member in members if processes.is_alive(member)]:
        assert time.monotonic() < deadline, [_command_line(member.pid) for member in left]
        time.sleep(0.05)


@contextmanager
def _data_folder() -> Iterator[Path]:
    parent = Path(tempfile.mkdtemp(prefix="wh-up-"))
    parent.chmod(0o755)
    (parent / "var").mkdir()
    yield parent / "var"
    shutil.rmtree(parent, ignore_errors=True)


@pytest.fixture
def data() -> Iterator[Path]:
    with _data_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def site() -> Iterator[Up]:
    """A running demo, whose wanted port was taken; the last test that uses it may end it."""
    with _data_folder() as folder, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        up = Up(folder, "--demo", port=taken.getsockname()[1])
        try:
            yield up.wait_until_up()
        finally:
            if up.process.poll() is None:
                up.end(signal.SIGTERM)


@pytest.fixture
def start(data: Path) -> Iterator[Callable[..., Up]]:
    started: list[Up] = []

    def start_up(*options: str, port: int | None = None) -> Up:
        started.append(Up(data, *options, port=port))
        return started[-1]

    yield start_up
    for up in started:
        if up.process.poll() is None:
            up.end(signal.SIGTERM)


@pytest.mark.slow
def test_a_killed_supervisor_takes_its_parts_along_and_the_next_start_has_the_data(
    start: Callable[..., Up],
) -> None:
    up = start("--demo").wait_until_up()
    family = up.family()
    assert len(family) > 6
    up.process.kill()
    up.process.wait()
    _assert_gone(family, 8)
    again = start("--demo").wait_until_up()
    assert "Organiser's account" not in again.output()
    bots = Client(f"http://127.0.0.1:{again.port}").get("/api/v1/bots/").data["results"]
    assert len(bots) >= 6
    assert len({bot["name"] for bot in bots}) == len(bots)


def test_a_taken_port_is_said_and_passed_over(site: Up) -> None:
    assert f"Port {site.port} is taken" in site.output()
    assert Client(_address(site)).get("/").status == 200


def test_a_part_that_dies_is_started_again(site: Up) -> None:
    os.kill(site.part(" beat ").pid, signal.SIGKILL)
    site.wait("the death is told", lambda: "beat ended (killed by signal 9)" in site.output(), 10)
    site.wait("beat is back", lambda: _has(site, " beat "), 30)


def test_a_second_up_on_the_same_data_is_refused(site: Up) -> None:
    second = Up(site.data)
    assert second.process.wait(60) == 1
    assert "already runs on" in second.output()
    assert site.process.poll() is None


def test_demo_plays_and_an_interrupt_in_mid_match_leaves_no_process(site: Up) -> None:
    assert re.search(r"Organiser's account, shown this once: organiser, password \S{16}", site.output())
    visitor = Client(_address(site))
    finished = "/api/v1/matches/?state=finished"
    site.wait("a match is finished", lambda: visitor.get(finished).data["results"], 90)
    site.wait("bots are at play", lambda: any("bwrap" in _command_line(m.pid) for m in site.family()), 60)
    family = site.family()
    assert site.end(signal.SIGINT) < STOPS_WITHIN_S
    _assert_gone(family, 1)
    assert site.process.returncode == 0


@pytest.mark.slow
def test_reset_starts_anew(start: Callable[..., Up]) -> None:
    start("--demo").wait_until_up().end(signal.SIGTERM)
    up = start("--demo", "--reset").wait_until_up()
    assert "Organiser's account" in up.output()


def _has(up: Up, words: str) -> bool:
    return any(words in _command_line(member.pid) for member in up.family())


def _address(up: Up) -> str:
    found = re.search(r"Open (http://\S+)/", up.output())
    assert found, up.output()
    return found[1]
