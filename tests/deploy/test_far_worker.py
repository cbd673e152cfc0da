"""A worker on another host (a network namespace): it reaches broker and site, nothing else, and plays."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis

from ladder import broker_users
from ladder.up import bubblewrap
from tests import services
from tests.ladder.test_broker_users import words_of
from tests.stack import play
from tests.stack.stack import PREFIX, ROOT, Stack

HOST, FAR = "10.231.77.1", "10.231.77.2"
SPACE, NEAR_END, FAR_END = "wh-far", "wh-near", "wh-away"
PASSWORD = "the-workers-long-password"


class Door:
    """A port of the host's address in the far network that leads to `to_port` of loopback."""

    def __init__(self, to_port: int) -> None:
        self.to_port = to_port
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """No more connections."""
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self.to_port))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
            end.close()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def far_network() -> Iterator[None]:
    """Another host: a network namespace with one wire to this one, and no way further."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("needs root and ip (Debian: iproute2)")
    try:
        _ip("netns", "add", SPACE)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces here: {error.stderr.decode().strip()}")
    try:
        _ip("link", "add", NEAR_END, "type", "veth", "peer", "name", FAR_END, "netns", SPACE)
        _ip("addr", "add", f"{HOST}/30", "dev", NEAR_END)
        _ip("link", "set", NEAR_END, "up")
        _ip("-n", SPACE, "addr", "add", f"{FAR}/30", "dev", FAR_END)
        _ip("-n", SPACE, "link", "set", FAR_END, "up")
        _ip("-n", SPACE, "link", "set", "lo", "up")
        yield
    finally:
        subprocess.run(["ip", "netns", "del", SPACE], check=False, capture_output=True)
        subprocess.run(["ip", "link", "del", NEAR_END], check=False, capture_output=True)


def far_worker(folder: Path, broker_port: int) -> subprocess.Popen[bytes]:
    """A worker in that namespace: all it is given is the broker's address, by the restricted user."""
    binary = bubblewrap.find(os.environ.get("BWRAP", ""), ROOT / ".tools")
    env = {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "BWRAP": str(binary),
        "REDIS_URL": f"redis://{PREFIX}-worker:{PASSWORD}@{HOST}:{broker_port}/0",
        "QUEUE_PREFIX": PREFIX,
        "WATERINGHOLE_DATA": str(folder),
        "SANDBOX_MINIMUM": "namespaces",
        "LOG_FORMAT": "json",
    }
    command = ["ip", "netns", "exec", SPACE, sys.executable, "-m", "workers", "serve", "--name", "far"]
    with (folder / "far.log").open("wb") as log:
        return subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True)


@pytest.mark.slow
@pytest.mark.service
@pytest.mark.sandbox
@pytest.mark.timeout(400)
@pytest.mark.usefixtures("far_network")
def test_a_far_worker_builds_and_plays_with_nothing_but_broker_and_site(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as opened:
        broker = opened.enter_context(services.running("redis"))
        _make_worker_user(broker.url)
        doors = [Door(_port(broker.url)), Door(0)]
        for door in doors:
            opened.callback(door.close)
        monkeypatch.setenv("FAR_WORKERS", "1")
        monkeypatch.setenv("SITE_URL", f"http://{HOST}:{doors[1].port}")
        monkeypatch.setenv("ALLOWED_HOSTS", f"127.0.0.1,{HOST}")
        stack = Stack(broker, f"sqlite:///{open_folder}/ladder.sqlite3", open_folder)
        opened.callback(stack.stop)
        doors[1].to_port = _port(stack.address)
        stack.prepare()
        stack.start("web", "pulse", "ladder", "beat")
        stack.wait("the site answers", stack.is_up)
        folder = open_folder / "elsewhere"
        folder.mkdir(mode=0o755)
        opened.callback(_end, far_worker(folder, doors[0].port))
        play.bots_at_play(stack)
        by_far = "select count(*) from ladder_attempt where state = 'reported' and worker = 'far'"
        stack.wait("the far worker's matches are in", lambda: stack.number(by_far) >= 2, 120)
        play.assert_books_are_right(stack)
        assert_the_bots_start_is_in_the_log(folder)


def assert_the_bots_start_is_in_the_log(folder: Path) -> None:
    """One line of JSON each, with match and attempt, from the order to the bot's start."""
    lines = [json.loads(line) for line in (folder / "far.log").read_text().splitlines() if line[:1] == "{"]
    started = [line for line in lines if line.get("source") == "runner" and line["text"].endswith(" starts")]
    begun = [line for line in lines if line["text"].startswith("a game of ")]
    assert {line["match"] for line in started} & {line["match"] for line in begun}
    assert all(line["attempt"].isdecimal() for line in started)


def _make_worker_user(url: str) -> None:
    line = list(broker_users.lines(PREFIX, "the-sites-long-password", PASSWORD))[-1]
    with redis.Redis.from_url(url) as root:
        root.execute_command("ACL", "SETUSER", *words_of(line)[1:])


def _port(url: str) -> int:
    port = urlsplit(url).port
    assert port is not None
    return port


def _end(worker: subprocess.Popen[bytes]) -> None:
    os.killpg(worker.pid, signal.SIGTERM)
    worker.wait(15)
