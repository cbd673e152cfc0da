"""How many viewers one core of streams holds: `python -m tests.bench.live [VIEWERS] [SECONDS]`.

Starts the servers on a filled SQLite site, opens so many streams on the leaderboard and the feed, makes
a match end every two seconds, and says how soon everybody has heard, what the process used, and how a page
of the page server answered meanwhile.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests import services

VIEWERS, SECONDS = 500, 20
EVERY_S = 2.0
UP_WITHIN_S = 120
ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: list[str]) -> int:
    """Print the figures as JSON."""
    viewers, seconds = (
        (int(text) for text in (*arguments, VIEWERS, SECONDS)[:2]) if arguments else (VIEWERS, SECONDS)
    )
    with tempfile.TemporaryDirectory(prefix="wh-bench-live-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "ladder.settings",
            "WATERINGHOLE_DATA": folder,
            "DATABASE_URL": "",
            "LOG_LEVEL": "ERROR",
            "REDIS_URL": "redis://127.0.0.1:1/0",
        }
        slug = _fill()
        streams, pages = services.free_port(), services.free_port()
        servers = [_server("ladder.asgi:application", streams, "--worker-class", "asgi"),
                   _server("ladder.wsgi:application", pages, "--threads", "8")]  # fmt: skip
        try:
            for address in (f"http://127.0.0.1:{streams}/", f"http://127.0.0.1:{pages}/sign-in/"):
                _wait(address)
            figures = asyncio.run(_watch(viewers, seconds, slug, streams, pages, servers[0].pid))
        finally:
            for server in servers:
                server.terminate()
                server.wait(20)
    print(json.dumps(figures | {"load": round(os.getloadavg()[0], 1)}, indent=1))
    return 0


def _fill() -> str:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from ladder import orders
    from tests.ladder import stage
    from tests.ladder.web import played

    orders.publish = lambda *_: None  # type: ignore[assignment]
    cup = stage.competition()
    line_up = stage.field(cup, 100)
    played.match(cup, line_up[:4])
    return cup.slug


def _server(application: str, port: int, *more: str) -> "subprocess.Popen[bytes]":
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        application,
        "--bind",
        f"127.0.0.1:{port}",
        "--no-control-socket",
    ]
    return subprocess.Popen([*command, "--log-level", "error", *more], cwd=ROOT)


def _wait(address: str) -> None:
    ends = time.monotonic() + UP_WITHIN_S
    while time.monotonic() < ends:
        try:
            urllib.request.urlopen(address, timeout=5)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"{address} did not come up")


async def _watch(viewers: int, seconds: int, slug: str, streams: int, pages: int, pid: int) -> dict[str, Any]:
    heard: list[dict[str, float]] = [{} for _ in range(viewers)]
    query = f"/events/?topic=board:{slug}:25&topic=feed"
    watching = [asyncio.create_task(_viewer(streams, query, each)) for each in heard]
    while not all(heard):
        await asyncio.sleep(0.1)
    cpu, began = _cpu_s(pid), time.monotonic()
    delays, answers = [], []
    while time.monotonic() - began < seconds:
        for each in heard:
            each.clear()
        ended = time.monotonic()
        await asyncio.to_thread(_end_a_match)
        recorded = time.monotonic()
        answers.append(await asyncio.to_thread(_page_ms, pages))
        while not all("feed" in each for each in heard) and time.monotonic() - recorded < 15:
            await asyncio.sleep(0.02)
        delays += [each["feed"] - recorded for each in heard if "feed" in each]
        await asyncio.sleep(max(0.0, EVERY_S - (time.monotonic() - ended)))
    used = (_cpu_s(pid) - cpu) / (time.monotonic() - began)
    missing = sum(task.done() for task in watching)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return {
        "viewers": viewers,
        "streams lost": missing,
        "heard of a change after, s, p50": round(statistics.median(delays), 2),
        "heard of a change after, s, p95": round(sorted(delays)[int(0.95 * len(delays))], 2),
        "processor of the streams' process, share of a core": round(used, 2),
        "memory of the streams' process, MB": round(_memory_mb(pid)),
        "a page meanwhile, ms, median": round(statistics.median(answers), 1),
    }


async def _viewer(port: int, query: str, heard: dict[str, float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(f"GET {query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"data: "):
                heard[line.split(b'"')[3].decode().partition(":")[0]] = time.monotonic()
    finally:
        writer.close()


def _end_a_match() -> None:
    from ladder.models import Competition
    from tests.ladder.web import played

    cup = Competition.objects.get()
    versions = [entry.bot.versions.get() for entry in cup.entries.all()[:4]]
    played.match(cup, versions)


def _page_ms(port: int) -> float:
    began = time.monotonic()
    urllib.request.urlopen(f"http://127.0.0.1:{port}/sign-in/", timeout=30).read()
    return 1000 * (time.monotonic() - began)


def _processes(pid: int) -> list[int]:
    """The server and its worker."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def _cpu_s(pid: int) -> float:
    stats = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in _processes(pid)]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    pages = [int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in _processes(pid)]
    return max(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
