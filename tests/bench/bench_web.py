"""Processor milliseconds of the leaderboard's pages with 1,000 bots on it, asked in this process; medians.

The database is a new SQLite file, so its work is in the figures; the server's part (socket, HTTP) is not.
Processor time, since the machine that measures may be busy with other things.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

BOTS = 1000
TIMES = 30


def main() -> int:
    """Make the bots, ask for each page, print the medians as JSON."""
    with tempfile.TemporaryDirectory(prefix="wh-bench-web-") as folder:
        print(json.dumps(_measure(Path(folder))))
    return 0


def _measure(folder: Path) -> dict[str, float]:
    _set_up(folder)
    from django.core.cache import cache
    from django.test import Client

    slug = _fill()
    client = Client()

    def page(address: str) -> Callable[[], None]:
        return lambda: _get(client, address)

    def fresh(address: str) -> Callable[[], None]:
        def act() -> None:
            cache.clear()
            _get(client, address)

        return act

    return {
        "home, top 25 of 1,000 bots, table made anew, CPU ms": _median_ms(fresh("/")),
        "leaderboard, 100 of 1,000, table made anew, CPU ms": _median_ms(fresh(f"/c/{slug}/")),
        "leaderboard, table from the cache, CPU ms": _median_ms(page(f"/c/{slug}/")),
        "polled table of 100, made anew, CPU ms": _median_ms(fresh(f"/c/{slug}/table/")),
        "polled table of 100, from the cache, CPU ms": _median_ms(page(f"/c/{slug}/table/")),
        "API leaderboard, 1,000 rows, CPU ms": _median_ms(page(f"/api/v1/leaderboards/{slug}/")),
        "sign-in page, for comparison, CPU ms": _median_ms(page("/sign-in/")),
    }


def _set_up(folder: Path) -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "ladder.settings",
        "WATERINGHOLE_DATA": str(folder),
        "DATABASE_URL": "",
        "LOG_LEVEL": "ERROR",
        "ALLOWED_HOSTS": "testserver",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _fill() -> str:
    """A competition with so many rated bots; its slug."""
    from ladder.models import Bot, Competition, Entry, Rating, User, Version

    people = User.objects.bulk_create(User(username=f"person-{i}") for i in range(BOTS // 5))
    cup = Competition.objects.create(slug="cup", name="Cup", state="open", organiser=people[0])
    bots = Bot.objects.bulk_create(Bot(owner=people[i % len(people)], name=f"bot {i}") for i in range(BOTS))
    versions = Version.objects.bulk_create(
        Version(bot=bot, number=1, state="active", sha256=f"{bot.pk:064x}", filename="bot.py", size=1,
                language="python", entry="bot.py")
        for bot in bots
    )  # fmt: skip
    Entry.objects.bulk_create(Entry(competition=cup, bot=bot) for bot in bots)
    Rating.objects.bulk_create(
        Rating(competition=cup, epoch=1, version=version, r=1000.0 + i, rd=40.0 + i % 50, games=i)
        for i, version in enumerate(versions)
    )
    return cup.slug


def _get(client: object, address: str) -> None:
    response = client.get(address)  # type: ignore[attr-defined]
    if response.status_code != 200:
        raise SystemExit(f"{address} answered {response.status_code}")


def _median_ms(act: Callable[[], None]) -> float:
    act()
    taken = []
    for _ in range(TIMES):
        began = time.process_time()
        act()
        taken.append(1000 * (time.process_time() - began))
    return round(statistics.median(taken), 1)


if __name__ == "__main__":
    sys.exit(main())
