"""The ten main calls of the API over HTTP: milliseconds (p50, p95) and requests a second of one client.

One gunicorn process with four threads, SQLite, 200 bots, 300 matches; the client has a token.
"""

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BOTS, MATCHES, TIMES = 200, 300, 100


def main() -> int:
    """Make the site, serve it, ask each call, print the figures as JSON."""
    with tempfile.TemporaryDirectory(prefix="wh-bench-api-") as folder:
        _set_up(Path(folder))
        token, calls = _fill()
        with _served() as port:
            figures = {
                f"{name}: p50 ms, p95 ms, requests/s": _measure(port, path, token)
                for name, path in calls.items()
            }
    print(json.dumps(figures))
    return 0


def _set_up(folder: Path) -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "ladder.settings",
        "WATERINGHOLE_DATA": str(folder),
        "DATABASE_URL": "",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "LOG_LEVEL": "ERROR",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _fill() -> tuple[str, dict[str, str]]:
    """A token, and the calls by name."""
    from ladder import tokens
    from ladder.ratings import fold
    from tests.ladder import stage
    from tests.ladder.web import played

    cup = stage.competition()
    field = stage.field(cup, BOTS)
    for number in range(MATCHES):
        line_up = [field[(number + step) % BOTS] for step in (0, 1, 7, 31)]
        stage.counted(cup, line_up, [1, 2, 3, 4], number / 1000)
    fold.fold_all()
    match = played.match(cup, field[:4])
    version = field[0]
    calls = {
        "leaderboard, 200 rows": f"leaderboards/{cup.slug}/",
        "match list, 50": "matches/",
        "match list of a bot": f"matches/?bot={version.bot_id}&state=finished",
        "one match": f"matches/{match.pk}/",
        "replay": f"matches/{match.pk}/replay/",
        "bot list, 50": "bots/",
        "one bot": f"bots/{version.bot_id}/",
        "rating history": f"bots/{version.bot_id}/ratings/",
        "one version": f"versions/{version.pk}/",
        "ledger, 50": f"leaderboards/{cup.slug}/ledger/",
    }
    return tokens.make(version.bot.owner).secret, calls


@contextmanager
def _served() -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "ladder.wsgi",
        "--bind",
        f"127.0.0.1:{port}",
        "--threads",
        "4",
    ]
    server = subprocess.Popen([*command, "--log-level", "error"], cwd=ROOT)
    try:
        _wait(port)
        yield port
    finally:
        server.terminate()
        server.wait(20)


def _wait(port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start within a minute")


def _measure(port: int, path: str, token: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    taken = []
    for _ in range(TIMES + 3):
        began = time.perf_counter()
        connection.request("GET", f"/api/v1/{path}", headers={"Authorization": f"Token {token}"})
        response = connection.getresponse()
        response.read()
        taken.append(1000 * (time.perf_counter() - began))
        if response.status != 200:
            raise SystemExit(f"{path} answered {response.status}")
    connection.close()
    taken = sorted(taken[3:])
    rate = 1000 / statistics.mean(taken)
    return f"{statistics.median(taken):.1f}, {taken[int(len(taken) * 0.95)]:.1f}, {rate:.0f}"


if __name__ == "__main__":
    sys.exit(main())
