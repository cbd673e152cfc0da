"""The ladder's queries and its rebuild with very many matches, and its writing beside pgbench (PostgreSQL).

python -m tests.bench.ladder_scale [BOTS] [MATCHES]

Two servers, started for this: a quick one (fsync off) for the large tables, which are made inside it, and one
that waits for the disk (fsync on) for what is recorded a second. Figures are medians of one run.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.services import running

BOTS, MATCHES, SEATS = 10_000, 100_000, 4
TIMES = 25
REPORTS, TOGETHER = 400, 50
PGBENCH_S = 5


def main(arguments: list[str]) -> int:
    """Print the figures as JSON."""
    if arguments[:1] == ["queries"]:
        print(json.dumps(_queries(int(arguments[1]), int(arguments[2]))))
        return 0
    if arguments == ["recording"]:
        print(json.dumps(_recording()))
        return 0
    bots, matches = (int(text) for text in (*arguments, BOTS, MATCHES)[:2]) if arguments else (BOTS, MATCHES)
    figures: dict[str, float] = {"load before": round(os.getloadavg()[0], 1)}
    with running("postgres-durable") as durable:
        figures |= _child(durable.url, "recording")
    with running("postgres") as quick:
        figures |= _child(quick.url, "queries", str(bots), str(matches))
    print(json.dumps(figures | {"load after": round(os.getloadavg()[0], 1)}, indent=1))
    return 0


def _child(database: str, *arguments: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="wh-bench-scale-") as folder:
        env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "ladder.settings",
            "WATERINGHOLE_DATA": folder,
            "DATABASE_URL": database,
            "LOG_LEVEL": "ERROR",
            "SECRET_KEY": "only-for-benches-" + "0123456789" * 4,
        }
        command = [sys.executable, "-m", "tests.bench.ladder_scale", *arguments]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def _set_up() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from ladder import orders

    orders.publish = lambda *_: None


def _recording() -> dict[str, float]:
    """Four-player matches with replays of 15 KB, one by one and fifty together, beside pgbench's inserts."""
    _set_up()
    from ladder import results
    from tests.bench import bench_ladder

    cup, line_up = bench_ladder._field()
    plain = _pgbench()
    reports = bench_ladder._reports(cup, line_up)
    singly = _rate(len(reports), lambda: [results.record(report) for report in reports])
    reports = bench_ladder._reports(cup, line_up)
    batches = [reports[i : i + TOGETHER] for i in range(0, len(reports), TOGETHER)]
    together = _rate(len(reports), lambda: [results.record_all(batch) for batch in batches])
    return {
        "pgbench, plain inserts a second, one client": plain,
        "matches recorded a second, one by one": singly,
        f"matches recorded a second, {TOGETHER} together": together,
        "one by one over pgbench": round(singly / plain, 2),
        f"{TOGETHER} together over pgbench": round(together / plain, 2),
    }


def _pgbench() -> float:
    """Transactions a second that insert one row of the size of a result."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("create table plain (id bigserial primary key, told text)")
    settings = connection.settings_dict
    script = Path(os.environ["WATERINGHOLE_DATA"]) / "insert.sql"
    script.write_text("insert into plain (told) values (repeat('x', 600));\n")
    binary = sorted(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))[-1]
    address = ["-h", str(settings["HOST"]), "-p", str(settings["PORT"]), "-U", str(settings["USER"])]
    command = [str(binary), "-n", "-f", str(script), "-T", str(PGBENCH_S), *address, str(settings["NAME"])]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([0-9.]+)", told)
    if found is None:
        raise RuntimeError(f"pgbench said no rate: {told[-500:]}")
    return round(float(found[1]), 1)


def _queries(bots: int, matches: int) -> dict[str, float]:
    _set_up()
    cup = _large_field(bots, matches)
    from ladder import leaderboards, match_search
    from ladder import matches as facts
    from ladder.models import Bot, Match
    from ladder.ratings.rebuild import rebuild

    bot = Bot.objects.get(name=f"Bot {bots // 3}")
    listed = Match.objects.filter(kind="ladder")
    page = leaderboards.page(cup)

    def last_twenty() -> None:
        for match in facts.with_all(match_search.of_bot(listed, bot)).order_by("-pk")[:20]:
            facts.facts(match)

    took = time.perf_counter()
    rebuild(cup.pk)
    took = time.perf_counter() - took
    cup.refresh_from_db()
    with_what = f"{bots:,} bots, {matches:,} matches"
    return {
        f"top 50, rows, ms ({with_what})": _ms(lambda: leaderboards._below(cup, None, 50)),
        f"top 50 with possible ranks, ms ({with_what})": _ms(lambda: leaderboards.page(cup)),
        f"next 50, ms ({with_what})": _ms(lambda: leaderboards.page(cup, page.after)),
        f"possible ranks anew, every 30 s, ms ({with_what})": _ms(lambda: _fresh_bounds(cup), 3),
        f"a bot's last 20 matches with all seats, ms ({with_what})": _ms(last_twenty),
        f"rebuild from empty, events by COPY, s ({with_what})": round(took, 1),
    }


def _fresh_bounds(cup: Any) -> None:
    from ladder import leaderboards

    leaderboards._kept_bounds.clear()
    leaderboards._bounds(cup)


def _large_field(bots: int, matches: int) -> Any:
    """One of everything made by Django, then copied inside the database as often as asked for."""
    from django.db import connection

    from ladder.models import Attempt, FoldState, MatchSeat, Rating, RatingEvent, Result
    from tests.ladder import stage

    cup = stage.competition(min_players=SEATS, max_players=SEATS)
    line_up = stage.field(cup, SEATS)
    match = stage.counted(cup, line_up, list(range(1, SEATS + 1)))
    Rating.objects.create(competition=cup, epoch=1, version=line_up[0], r=1500, rd=40, games=9)
    FoldState.objects.create(competition=cup, epoch=1, last_seq=matches)
    entry = line_up[0].bot.entries.get()
    Result.objects.update(fold_seq=0)
    event = RatingEvent.objects.create(
        competition=cup, epoch=1, fold_seq=0, match=match, version=line_up[0],
        r_before=1500, rd_before=40, r_after=1500, rd_after=40,
    )  # fmt: skip
    at, who = "1000000 + g", f"1000000 + 1 + ((g / {SEATS}) * 7919 + (g % {SEATS}) * 3001) % {bots}"
    of = f"1000000 + 1 + g / {SEATS}"
    seats = (0, matches * SEATS - 1)
    copies = [
        ("ladder_bot", line_up[0].bot_id, (1, bots), {"id": at, "name": "'Bot ' || g"}),
        ("ladder_version", line_up[0].pk, (1, bots), {"id": at, "bot_id": at, "build_token": "'b' || g"}),
        ("ladder_entry", entry.pk, (1, bots), {"id": at, "bot_id": at}),
        ("ladder_rating", Rating.objects.get().pk, (1, bots),
         {"id": at, "version_id": at, "r": "1500 + 200 * (random() + random() + random() - 1.5)",
          "rd": "20 + 50 * random()"}),
        ("ladder_match", match.pk, (1, matches), {"id": at}),
        ("ladder_attempt", Attempt.objects.get().pk, (1, matches),
         {"id": at, "match_id": at, "token": "'a' || g"}),
        ("ladder_result", match.pk, (1, matches), {"match_id": at, "attempt_id": at, "fold_seq": "g"}),
        ("ladder_matchseat", MatchSeat.objects.filter(seat=0).get().pk, seats,
         {"id": at, "match_id": of, "seat": f"g % {SEATS}", "version_id": who,
          "final_place": f"1 + g % {SEATS}"}),
        ("ladder_ratingevent", event.pk, seats,
         {"id": at, "match_id": of, "version_id": who, "fold_seq": f"1 + g / {SEATS}"}),
    ]  # fmt: skip
    Result.objects.filter(match=match).update(fold_seq=None, rated=False)
    with connection.cursor() as cursor:
        for table, template, (low, high), changed in copies:
            _copy(cursor, table, template, low, high, changed)
        RatingEvent.objects.filter(pk=event.pk).delete()
        cursor.execute("analyze")
    return cup


def _copy(cursor: Any, table: str, template: int, low: int, high: int, changed: dict[str, str]) -> None:
    """The template's row once for each number, with those columns changed."""
    cursor.execute("select column_name from information_schema.columns where table_name = %s", [table])
    columns = [row[0] for row in cursor.fetchall()]
    key = "match_id" if table == "ladder_result" else "id"
    values = ", ".join(changed.get(name, f't."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    rows = f"from {table} t, generate_series({low}::bigint, {high}) g where t.{key} = {template}"
    cursor.execute(f"insert into {table} ({names}) select {values} {rows}")


def _ms(act: Callable[[], object], times: int = TIMES) -> float:
    def once() -> float:
        began = time.perf_counter()
        act()
        return time.perf_counter() - began

    return round(1000 * statistics.median(once() for _ in range(times)), 2)


def _rate(number: int, act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return round(number / (time.perf_counter() - began), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
