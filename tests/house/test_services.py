"""The servers that other tests rely on: they start, survive a kill with their data, and leave nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import redis

from tests import services

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.service
@pytest.mark.parametrize("kind", ["valkey", "redis"])
def test_broker_keeps_its_data_over_a_kill(kind: str) -> None:
    with services.running(kind) as broker:
        redis.Redis.from_url(broker.url).set("hole", "water")
        broker.kill()
        broker.start_again()
        assert redis.Redis.from_url(broker.url).get("hole") == b"water"


@pytest.mark.service
def test_postgres_answers_at_its_address(postgres: services.Service) -> None:
    with psycopg.connect(postgres.url) as connection:
        row = connection.execute("show server_encoding").fetchone()
    assert row == ("UTF8",)


@pytest.mark.service
@pytest.mark.parametrize("kind", ["valkey", "postgres"])
def test_a_killed_test_run_leaves_no_server_and_no_folder(kind: str) -> None:
    code = (
        "import time\n"
        "from tests import services\n"
        f"print(services.Service({kind!r}).pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT)
    assert run.stdout is not None
    with run.stdout:
        pid = int(run.stdout.readline())
    folder = Path(f"/proc/{pid}/cwd").readlink()
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert _becomes_true(lambda: not Path(f"/proc/{pid}").exists())
    assert _becomes_true(lambda: not folder.exists())


@pytest.mark.service
def test_command_line_hands_the_address_down_and_the_exit_code_up() -> None:
    code = "import os, sys; sys.exit(7 if os.environ['REDIS_URL'].startswith('redis://127') else 1)"
    command = [sys.executable, "-m", "tests.services", "valkey", "--", sys.executable, "-c", code]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 7


def test_a_missing_server_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(services.UnavailableError, match="apt-get install redis-server"):
        services.Service("redis")


def _becomes_true(condition: Callable[[], bool], within_s: float = 20.0) -> bool:
    deadline = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
