"""`make load`: a large site, many requests, uploads, busy workers; then backup and restore.

python -m tests.load [--bots N] [--matches N] [--seconds S] [--rate R]
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from tests import services
from tests.load.requests import Kind, send
from tests.stack import play
from tests.stack.stack import LADDER_PARTS, ROOT, WORKERS, Stack

UPLOADS_A_MINUTE = 50
SOURCE = (ROOT / "tests" / "stack" / "bots" / "brisk.py").read_text()


def main() -> int:
    """Print the figures as JSON."""
    options = _options()
    figures: dict[str, object] = {"load before": round(os.getloadavg()[0], 1)}
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="wh-load-")))
        folder.chmod(0o755)
        broker = opened.enter_context(services.running("valkey"))
        database = opened.enter_context(services.running("postgres"))
        os.environ["UPLOADS_PER_DAY"] = "100000"
        os.environ["LOG_LEVEL"] = "WARNING"
        stack = Stack(broker, database.url, folder)
        opened.callback(stack.stop)
        stack.prepare()
        began = time.monotonic()
        slug, first = _run(stack, "-m", "tests.load.fill", str(options.bots), str(options.matches)).split()
        figures["filling, s"] = round(time.monotonic() - began, 1)
        stack.start(*WORKERS, *LADDER_PARTS)
        stack.wait("the site answers", stack.is_up)
        play.bots_at_play(stack)
        figures |= _under_load(stack, _mix(slug, int(first), options), options)
        figures |= _memory(stack)
        stack.stop()
        figures |= _backup_and_restore(stack, database.url, folder)
    print(json.dumps(figures | {"load after": round(os.getloadavg()[0], 1)}, indent=1))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--bots", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=200)
    return parser.parse_args()


def _run(stack: Stack, *arguments: str) -> str:
    env = stack.env() | {"LOG_LEVEL": "ERROR"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout


def _mix(slug: str, first: int, options: argparse.Namespace) -> list[Kind]:
    """What visitors and programs ask for; ids are drawn from all that there are."""

    def bot(rng: random.Random) -> int:
        return 1_000_000 + 1 + rng.randrange(options.bots)

    def match(rng: random.Random) -> int:
        return 1_000_000 + 1 + rng.randrange(options.matches)

    return [
        Kind("home", 10, lambda rng: "/"),
        Kind("board", 20, lambda rng: f"/c/{slug}/"),
        Kind("bot", 20, lambda rng: f"/bots/{bot(rng)}/"),
        Kind("match", 15, lambda rng: f"/matches/{match(rng)}/"),
        Kind("matches", 10, lambda rng: "/matches/"),
        Kind("status", 5, lambda rng: "/status/"),
        Kind("api board", 8, lambda rng: f"/api/v1/leaderboards/{slug}/"),
        Kind("api match", 8, lambda rng: f"/api/v1/matches/{match(rng)}/"),
        Kind("static", 4, lambda rng: "/static/web/site.css"),
    ]


def _under_load(stack: Stack, mix: list[Kind], options: argparse.Namespace) -> dict[str, object]:
    """Requests and uploads at once, while the workers play."""
    before, done = play.finished(stack), threading.Event()
    uploads = threading.Thread(target=_upload, args=(stack, done, accepted := []))
    uploads.start()
    port = int(stack.address.rpartition(":")[2])
    told = asyncio.run(send(port, mix, options.rate, options.seconds))
    done.set()
    uploads.join()
    return {
        "wanted requests a second": options.rate,
        **told.figures(),
        "uploads taken a minute": round(60 * len(accepted) / options.seconds, 1),
        "uploads, median s": round(sorted(accepted)[len(accepted) // 2], 2) if accepted else None,
        "matches played a second meanwhile": round((play.finished(stack) - before) / options.seconds, 2),
    }


def _upload(stack: Stack, done: threading.Event, accepted: list[float]) -> None:
    """New versions of one bot, never the same file twice."""
    author = stack.author("dora")
    made = author.post("/api/v1/bots/", {"name": "Dora of the load", "competition": "pond"})
    number = 0
    while not done.wait(60 / UPLOADS_A_MINUTE):
        number, began = number + 1, time.monotonic()
        source = f"{SOURCE}\n# {number}\n".encode()
        answer = author.upload(f"/api/v1/bots/{made.data['id']}/versions/", "bot.py", source)
        if answer.status == 201:
            accepted.append(time.monotonic() - began)


def _memory(stack: Stack) -> dict[str, object]:
    """Each part's resident memory, with its children, in MB."""
    return {f"memory of {name}, MB": round(mb) for name, mb in stack.memory_mb().items()}


def _backup_and_restore(stack: Stack, database: str, folder: Path) -> dict[str, object]:
    kept, again = folder / "kept", folder / "again"
    began = time.monotonic()
    _run(stack, "manage.py", "backup", str(kept))
    backed_up = time.monotonic()
    subprocess.run(["createdb", "--maintenance-db", database, "again"], check=True, capture_output=True)
    env = stack.env() | {
        "DATABASE_URL": database.rsplit("/", 1)[0] + "/again",
        "WATERINGHOLE_DATA": str(again),
        "LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, "manage.py", "restore", str(kept)]
    subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, check=True)
    return {
        "backup, s": round(backed_up - began, 1),
        "backup, MB": round(sum(f.stat().st_size for f in kept.rglob("*") if f.is_file()) / 2**20, 1),
        "restore, s": round(time.monotonic() - backed_up, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
