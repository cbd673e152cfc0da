"""The broker's users: a worker takes orders and reports, and can do nothing else."""

import os
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
import redis
from django.core.management import CommandError, call_command
from kombu import Connection, Queue

from ladder import broker_users
from tests.services import Service
from workers.app import make_app, queues
from workers.contract import REPORT
from workers.post import Post
from workers.sandbox.interface import Level
from workers.settings import Settings
from workers.spool import Spool

pytestmark = pytest.mark.service
SITE, WORKER = "the-sites-long-password", "the-workers-long-password"


@pytest.fixture
def users(redis_server: Service) -> Iterator[dict[str, str]]:
    """A real Redis with our users; the addresses by user, `root` as before."""
    with redis.Redis.from_url(redis_server.url) as root:
        for line in broker_users.lines("pond", SITE, WORKER):
            if "default" not in line:  # the test still needs it
                root.execute_command("ACL", "SETUSER", *words_of(line)[1:])
        place = redis_server.url.removeprefix("redis://")
        yield {
            "root": redis_server.url,
            "site": f"redis://pond-site:{SITE}@{place}",
            "worker": f"redis://pond-worker:{WORKER}@{place}",
        }
        root.execute_command("ACL", "DELUSER", "pond-site", "pond-worker")
        root.flushall()


def words_of(line: str) -> list[str]:
    """As the broker splits a line: what is in brackets is one word."""
    words: list[str] = []
    for word in line.split():
        if words and words[-1].startswith("(") and not words[-1].endswith(")"):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


@pytest.mark.parametrize(
    "forbidden",
    [
        lambda c: c.keys("*"),
        lambda c: c.lrange("pond.ladder", 0, -1),
        lambda c: c.brpop(["pond.ladder"], timeout=1),
        lambda c: c.lpush("pond.match", "forged order"),
        lambda c: c.lrange("pond.match", 0, -1),
        lambda c: c.delete("pond.match"),
        lambda c: c.hset("pond.drained", "w1", ""),
        lambda c: c.get("pond.site"),
        lambda c: c.lpush("other.ladder", "x"),
        lambda c: c.flushall(),
        lambda c: c.config_get("*"),
        lambda c: c.acl_list(),
        lambda c: c.publish("channel", "x"),
        lambda c: c.eval("return redis.call('LRANGE', KEYS[1], 0, -1)", 1, "pond.ladder"),
    ],
)
def test_a_worker_can_do_nothing_else(
    users: dict[str, str], forbidden: Callable[[redis.Redis], object]
) -> None:
    with redis.Redis.from_url(users["worker"]) as client, pytest.raises(redis.ResponseError) as refused:
        forbidden(client)
    assert "permission" in str(refused.value).lower() or "NOPERM" in str(refused.value)


def test_a_worker_takes_orders_and_reports(users: dict[str, str], tmp_path: Path) -> None:
    settings = Settings("w1", users["worker"], "pond", Level.FULL, tmp_path, 64)
    app = make_app(settings)
    post = Post(app, "pond", Spool(tmp_path / "reports"))
    assert post.clock_offset_s() is not None
    assert post.drained_because("w1") == ""
    assert post.deliver(post.keep(REPORT, {"match": "1"}), threading.Event())
    with Connection(users["site"]) as site:
        site.SimpleQueue("pond.match").put({"order": 1})
    taken: list[object] = []
    with app.connection_for_read() as connection:
        wanted = [Queue(name) for name in queues(settings)]
        with connection.Consumer(
            wanted, callbacks=[lambda body, message: (taken.append(body), message.ack())]
        ):
            connection.drain_events(timeout=20)
    assert taken == [{"order": 1}]
    with redis.Redis.from_url(users["site"]) as site_client:
        assert site_client.llen("pond.ladder") == 1


def test_the_site_reads_and_writes_its_own_and_nobody_elses(users: dict[str, str]) -> None:
    with redis.Redis.from_url(users["site"]) as site:
        site.lpush("pond.match", "order")
        assert site.brpop(["pond.match"], timeout=5)
        assert site.info()["redis_version"]
        with pytest.raises(redis.ResponseError):
            site.lpush("other.match", "order")
        with pytest.raises(redis.ResponseError):
            site.flushall()


def test_the_command_writes_a_file_that_a_broker_starts_with(tmp_path: Path) -> None:
    file, out = tmp_path / "users.acl", StringIO()
    call_command("broker_users", str(file), stdout=out)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert out.getvalue().count("REDIS_URL=redis://") == 2
    passwords = [line.split(":")[3].split("@")[0] for line in out.getvalue().splitlines()]
    assert not any(password in file.read_text() for password in passwords)
    with pytest.raises(CommandError, match="is there already"):
        call_command("broker_users", str(file))
    command = ["redis-server", "--port", "0", "--unixsocket", str(tmp_path / "s"), "--aclfile", str(file)]
    server = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    try:
        assert server.stdout is not None
        said = next(line for line in server.stdout if _tells_how_it_went(line))
    finally:
        server.terminate()
        server.communicate()
    assert "ready to accept" in said.lower()


def _tells_how_it_went(line: str) -> bool:
    return "ready to accept" in line.lower() or "aborting" in line.lower()
