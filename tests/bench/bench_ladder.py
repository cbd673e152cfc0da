"""Reports recorded and folded a second, planning, and the leaderboard's query, on SQLite and on PostgreSQL.

One process, the broker left out; four-player matches with replays of 15 KB. The PostgreSQL is the tests' own,
which does not wait for the disk (fsync off), so its figures show the ladder's work and not the disk's.
"""

import base64
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.services import UnavailableError, running

REPORTS = 400
BOTS = 1000
TIMES = 15


def main(arguments: list[str]) -> int:
    """Measure on both databases (or, as a child, on the one of DATABASE_URL) and print JSON."""
    if arguments == ["measure"]:
        print(json.dumps(_measure()))
        return 0
    figures = {f"{name}, SQLite": value for name, value in _child("").items()}
    try:
        with running("postgres") as service:
            figures |= {f"{name}, PostgreSQL": value for name, value in _child(service.url).items()}
    except UnavailableError as missing:
        print(f"PostgreSQL is left out: {missing}", file=sys.stderr)
    print(json.dumps(figures | {"rating a 4-player game, µs": _rating_us()}))
    return 0


def _child(database: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="wh-bench-ladder-") as folder:
        env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "ladder.settings",
            "WATERINGHOLE_DATA": folder,
            "DATABASE_URL": database,
            "LOG_LEVEL": "ERROR",
            "SECRET_KEY": "only-for-benches-" + "0123456789" * 4,
        }
        command = [sys.executable, "-m", "tests.bench.bench_ladder", "measure"]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def _measure() -> dict[str, float]:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from ladder import filling, leaderboards, orders, results
    from ladder.ratings import fold

    orders.publish = lambda *_: None
    cup, line_up = _field()
    reports = _reports(cup, line_up)
    recorded, recorded_cpu = _seconds(lambda: [results.record(report) for report in reports])
    repeated, _ = _seconds(lambda: [results.record(report) for report in reports])
    folded, folded_cpu = _seconds(fold.fold_all)
    return {
        "reports recorded a second": round(REPORTS / recorded),
        "reports recorded a CPU second": round(REPORTS / recorded_cpu),
        "repeated reports recognised a second": round(REPORTS / repeated),
        "results folded a second": round(REPORTS / folded),
        "results folded a CPU second": round(REPORTS / folded_cpu),
        "recorded and folded a second": round(REPORTS / (recorded + folded)),
        "leaderboard of 1,000 bots, query and ranks, ms": _median_ms(lambda: leaderboards.rows(cup)),
        "planning when nothing is due, 1,000 bots, ms": _median_ms(filling.fill),
    }


def _field() -> tuple[Any, list[Any]]:
    """A competition with a thousand rated bots."""
    from ladder.models import Bot, Entry, Rating, Version
    from tests.ladder import stage

    cup = stage.competition()
    owners = [stage.person() for _ in range(50)]
    bots = Bot.objects.bulk_create(Bot(owner=owners[i % 50], name=f"Bot {i}") for i in range(BOTS))
    versions = Version.objects.bulk_create(
        Version(bot=bot, number=1, state="active", sha256=f"{bot.pk:064x}", filename="bot.py", size=1,
                language="python", entry="bot.py")
        for bot in bots
    )  # fmt: skip
    Entry.objects.bulk_create(Entry(competition=cup, bot=bot) for bot in bots)
    Rating.objects.bulk_create(
        Rating(competition=cup, epoch=1, version=version, r=1000.0 + i, rd=40.0 + i % 50, games=30)
        for i, version in enumerate(versions)
    )
    return cup, versions


def _reports(cup: Any, versions: list[Any]) -> list[Any]:
    """Reports of matches that are being played."""
    from tests.ladder import stage

    rng = random.Random(1)
    reports = []
    for _ in range(REPORTS):
        attempt = stage.attempt(stage.match(cup, rng.sample(versions, 4)))
        report = stage.report(attempt, rng.sample(range(1, 5), 4))
        reports.append(replace(report, result=replace(report.result, replay=_replay(attempt, report))))
    return reports


def _replay(attempt: Any, report: Any) -> str:
    """The report's replay with as many choices as a real one has."""
    document = json.loads(gzip.decompress(base64.b64decode(report.result.replay)))
    document["choices"] = [[n % 4, f"attack {'abcd'[n % 4]}{n} b{n % 7} ignoring horns"] for n in range(350)]
    return base64.b64encode(gzip.compress(json.dumps(document).encode(), mtime=0)).decode()


def _rating_us() -> float:
    from ladder.ratings.elo import START, Strength, rate

    table = [START, Strength(1700, 60), Strength(1450, 40), Strength(1600, 100)]
    wall, _ = _seconds(lambda: [rate(table, (2, 1, 4, 3)) for _ in range(5000)])
    return round(wall / 5000 * 1e6, 1)


def _seconds(act: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    act()
    return time.perf_counter() - wall, time.process_time() - cpu


def _median_ms(act: Callable[[], object]) -> float:
    return round(1000 * statistics.median(_seconds(act)[0] for _ in range(TIMES)), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
