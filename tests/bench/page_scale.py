"""Milliseconds of every page with very many bots and matches (PostgreSQL), asked in this process.

python -m tests.bench.page_scale [BOTS] [MATCHES] [--explain]

p50 and p95 of each page, its bytes and its queries, on a server started for this. With --explain it says of
each query over SLOW_MS how PostgreSQL went about it.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from typing import Any

from tests.bench import ladder_scale
from tests.services import running

BOTS, MATCHES = 10_000, 100_000
TIMES = 40
SLOW_MS = 8.0


def main(arguments: list[str]) -> int:
    """Print the figures as JSON."""
    explain = "--explain" in arguments
    numbers = [int(text) for text in arguments if text.isdecimal()]
    bots, matches = (*numbers, BOTS, MATCHES)[:2] if len(numbers) == 2 else (BOTS, MATCHES)
    with running("postgres") as server, tempfile.TemporaryDirectory(prefix="wh-bench-pages-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "ladder.settings",
            "WATERINGHOLE_DATA": folder,
            "DATABASE_URL": os.environ.get("PAGES_DATABASE", server.url),
            "LOG_LEVEL": "ERROR",
            "ALLOWED_HOSTS": "testserver",
            "SECRET_KEY": "only-for-benches-" + "0123456789" * 4,
        }
        figures = _measured(bots, matches, explain)
    print(json.dumps(figures | {"load": round(os.getloadavg()[0], 1)}, indent=1))
    return 0


def _measured(bots: int, matches: int, explain: bool) -> dict[str, Any]:
    ladder_scale._set_up()
    from django.test import Client

    from ladder.models import Bot, Competition, Match, User

    if not Competition.objects.exists():
        ladder_scale._large_field(bots, matches)
        _share_out(bots)
    cup = Competition.objects.get()
    bot = Bot.objects.get(name=f"Bot {bots // 3}")
    match = Match.objects.order_by("pk")[matches // 2]
    visitor, author = Client(), Client()
    author.force_login(User.objects.get(pk=bot.owner_id))
    pages = {
        "home": "/",
        "leaderboard": f"/c/{cup.slug}/",
        "leaderboard, far down": f"/c/{cup.slug}/?page={max(1, bots // 200)}",
        "leaderboard, a search": f"/c/{cup.slug}/?q=Bot {bots // 3}",
        "leaderboard, a search that all fit": f"/c/{cup.slug}/?q=bot",
        "leaderboard, settled": f"/c/{cup.slug}/?settled=on&language=python",
        "polled table": f"/c/{cup.slug}/table/?size=25",
        "bot": f"/bots/{bot.pk}/",
        "opponents": f"/bots/{bot.pk}/opponents/",
        "version": f"/versions/{bot.versions.get().pk}/",
        "matches": "/matches/",
        "matches of a competition": f"/matches/?competition={cup.slug}&state=finished",
        "matches of a bot": f"/matches/?bot={bot.name}",
        "match": f"/matches/{match.pk}/",
        "ledger": f"/c/{cup.slug}/ledger/",
        "reference": f"/c/{cup.slug}/reference/",
        "tv": "/tv/",
        "status": "/status/",
        "live": "/live/",
        "guide": "/guide/",
    }
    figures = {name: _page(visitor, address, explain) for name, address in pages.items()}
    figures["leaderboard, its author signed in"] = _page(author, f"/c/{cup.slug}/", explain)
    figures["challenges, signed in"] = _page(author, "/challenges/", explain)
    return figures


def _share_out(bots: int) -> None:
    """Give the bots to people, five each."""
    from django.db import connection

    from ladder.models import User

    User.objects.bulk_create([User(username=f"owner-{number}") for number in range(bots // 5)])
    with connection.cursor() as cursor:
        cursor.execute(
            "update ladder_bot set owner_id = o.id from (select id, row_number() over (order by id) - 1 as n "
            "from ladder_user where username like 'owner-%%') o where ladder_bot.id %% %s = o.n",
            [bots // 5],
        )
        cursor.execute("analyze")


def _page(client: Any, address: str, explain: bool) -> dict[str, Any]:
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    answer = client.get(address)
    if answer.status_code != 200:
        return {"answered": answer.status_code}
    took = []
    for _ in range(TIMES):
        cache.clear()
        began = time.perf_counter()
        client.get(address)
        took.append(1000 * (time.perf_counter() - began))
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    found = {
        "p50 ms": round(statistics.median(took), 1),
        "p95 ms": round(sorted(took)[int(0.95 * TIMES)], 1),
        "bytes": len(answer.content),
        "queries": len(asked),
    }
    if explain:
        slow = [each for each in asked.captured_queries if 1000 * float(each["time"]) > SLOW_MS]
        for each in slow:
            print(
                f"--- {address}: {each['time']} s\n{each['sql'][:1500]}\n{_plan(each['sql'])}",
                file=sys.stderr,
            )
    return found


def _plan(sql: str) -> str:
    from django.db import connection

    if not sql.startswith(("SELECT", "WITH")):
        return ""
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, BUFFERS) " + sql.replace("%", "%%"), [])
        return "\n".join(row[0] for row in cursor.fetchall())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
