"""Requests a second of the leaderboard beside an empty view, same server: `python -m tests.bench.served`.

One gunicorn process with threads, as the demo runs it, on a SQLite site with 1,000 bots; a few connections,
kept open, ask for one address after another. The figures are of one run, and ratios over the empty view.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tests import services
from tests.bench.live import _wait

ROOT = Path(__file__).resolve().parent.parent.parent
CONNECTIONS, SECONDS = 4, 5.0


def main() -> int:
    """Print the figures as JSON."""
    from tests.bench import bench_web

    with tempfile.TemporaryDirectory(prefix="wh-bench-served-") as folder:
        bench_web._set_up(Path(folder))
        os.environ["ALLOWED_HOSTS"] = "127.0.0.1"
        slug = bench_web._fill()
        cached = {
            "an empty view": "/empty/",
            "leaderboard fragment, cached": f"/c/{slug}/table/?size=25",
            "leaderboard page of 50 rows, cached table": f"/c/{slug}/",
        }
        rates = _rates(cached) | _rates(
            {"leaderboard page of 50 rows, nothing cached": f"/c/{slug}/"}, NOTHING_CACHED="1"
        )
    figures = {f"{name}, requests a second": round(rate, 1) for name, rate in rates.items()}
    base = rates["an empty view"]
    figures |= {f"{name}, over an empty view": round(rate / base, 2) for name, rate in rates.items()}
    print(json.dumps(figures | {"load": round(os.getloadavg()[0], 1)}, indent=1))
    return 0


def _rates(addresses: Mapping[str, str], **env: str) -> dict[str, float]:
    """Answers a second by name, from a server of their own."""
    port = services.free_port()
    command = [sys.executable, "-m", "gunicorn", "tests.bench.served_app:application", "--threads", "8"]
    command += ["--bind", f"127.0.0.1:{port}", "--no-control-socket", "--log-level", "error"]
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ | env)
    try:
        _wait(f"http://127.0.0.1:{port}/empty/")
        return {name: asyncio.run(_rate(port, address)) for name, address in addresses.items()}
    finally:
        server.terminate()
        server.wait(20)


async def _rate(port: int, address: str) -> float:
    ends, began = time.monotonic() + SECONDS, time.monotonic()
    counts = await asyncio.gather(*(_ask(port, address, ends) for _ in range(CONNECTIONS)))
    return sum(counts) / (time.monotonic() - began)


async def _ask(port: int, path: str, ends: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    while time.monotonic() < ends:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if " 200 " not in head.splitlines()[0]:
            raise SystemExit(f"{path} answered {head.splitlines()[0]}")
        await reader.readexactly(int(head.partition("content-length:")[2].split()[0]))
        count += 1
    writer.close()
    return count


if __name__ == "__main__":
    sys.exit(main())
