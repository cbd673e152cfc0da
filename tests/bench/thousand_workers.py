"""A thousand workers at one broker: what their pulses cost, and how soon they are back after its fall.

python -m tests.bench.thousand_workers [WORKERS]

Each is what a worker is to the broker: two connections, a blocking pop, a pulse every two seconds, and after
a fall the waits of `workers.post` with their jitter. They live in one process, as coroutines. Prints JSON.
"""

import asyncio
import json
import os
import random
import sys
import time
from contextlib import suppress
from pathlib import Path

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tests import services
from workers.contract import PROGRESS_EVERY_S
from workers.post import FIRST_WAIT_S, LONGEST_WAIT_S

WORKERS = 1000
STEADY_S = 10.0
DOWN_S = 5.0
PULSE = "x" * 700  # the size of a pulse with one game
TICKS = os.sysconf("SC_CLK_TCK")


class Fleet:
    """All workers, and when each was last served."""

    def __init__(self, url: str, number: int) -> None:
        self._url = url
        self.number = number
        self.connected: set[int] = set()
        self.pulses = self.tries = 0

    async def live(self, index: int) -> None:
        """One worker's life until it is cancelled."""
        wait_s = FIRST_WAIT_S
        while True:
            self.tries += 1
            client = redis.Redis.from_url(
                self._url, socket_connect_timeout=3, socket_timeout=3, retry=Retry(NoBackoff(), 0)
            )
            try:
                await client.ping()
                self.connected.add(index)
                wait_s = FIRST_WAIT_S
                await self._work(client, index)
            except (RedisError, OSError):
                self.connected.discard(index)
            finally:
                with suppress(RedisError, OSError):
                    await client.aclose()
            await asyncio.sleep(wait_s * random.uniform(0.5, 1))
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    async def _work(self, client: "redis.Redis", index: int) -> None:
        await asyncio.sleep(random.uniform(0, PROGRESS_EVERY_S))
        while True:
            await client.lpush("wh.pulse", PULSE)  # type: ignore[misc]
            await client.brpop(["wh.match"], timeout=1)  # type: ignore[misc]
            self.pulses += 1
            await asyncio.sleep(PROGRESS_EVERY_S - 1)

    async def until(self, connected: int, within_s: float) -> float:
        """Seconds until so many are connected; `within_s` when they never were."""
        began = time.monotonic()
        while len(self.connected) < connected and time.monotonic() - began < within_s:
            await asyncio.sleep(0.05)
        return time.monotonic() - began


async def reader(url: str) -> None:
    """The ladder's pulse worker: takes what comes, a hundred at a time."""
    while True:
        client = redis.Redis.from_url(url)
        with suppress(RedisError, OSError):
            while True:
                await client.rpop("wh.pulse", 100)  # type: ignore[misc]
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)


async def measure(broker: services.Service, number: int) -> dict[str, float]:
    """Steady, then a fall of five seconds, then back."""
    fleet = Fleet(broker.url, number)
    tasks = [asyncio.create_task(fleet.live(index)) for index in range(number)]
    tasks.append(asyncio.create_task(reader(broker.url)))
    first = await fleet.until(number, 60)
    before, began, counted = _cpu_s(broker.pid), time.monotonic(), fleet.pulses
    await asyncio.sleep(STEADY_S)
    lasted = time.monotonic() - began
    figures = {
        "workers": number,
        "all connected at first, s": round(first, 1),
        "broker's processor, % of a core": round(100 * (_cpu_s(broker.pid) - before) / lasted, 1),
        "pulses a second": round((fleet.pulses - counted) / lasted, 1),
        "broker's memory, MB": _memory_mb(broker.pid),
    }
    await asyncio.to_thread(broker.kill)
    fleet.connected.clear()
    await asyncio.sleep(DOWN_S)
    fleet.tries = 0
    await asyncio.to_thread(broker.start_again)
    half = await fleet.until(number // 2, 120)
    whole = half + await fleet.until(number, 120)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return figures | {
        "half are back after the fall, s": round(half, 1),
        "all are back after the fall, s": round(whole, 1),
        "tries to connect for each until then": round(fleet.tries / number, 2),
    }


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _memory_mb(pid: int) -> float:
    (line,) = [
        line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")
    ]
    return round(int(line.split()[1]) / 1024, 1)


def main(arguments: list[str]) -> int:
    """Print the figures."""
    number = int(arguments[0]) if arguments else WORKERS
    load = round(os.getloadavg()[0], 1)
    with services.running("redis") as broker:
        figures = asyncio.run(measure(broker, number))
    print(json.dumps({"load before": load} | figures, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
