"""A fixed number of requests a second from a mix of addresses, whatever the answers take."""

import asyncio
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

AT_ONCE = 64
LONGEST_S = 10.0


@dataclass(frozen=True)
class Kind:
    """One kind of page: how often of a hundred, and its address at this moment."""

    name: str
    share: int
    path: Callable[[random.Random], str]


@dataclass
class Told:
    """What the answers were like: seconds by kind, statuses, and how late requests left."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter)
    began: float = field(default_factory=time.monotonic)

    def figures(self) -> dict[str, float | str]:
        """Medians and 95th percentiles in milliseconds, answers a second, statuses."""
        lasted = time.monotonic() - self.began
        every = [each for times in self.seconds.values() for each in times]
        rows: dict[str, float | str] = {"answers a second": round(len(every) / lasted, 1)}
        for name, times in [("all", every), *sorted(self.seconds.items())]:
            rows[f"{name}: p50 / p95, ms"] = f"{_ms(times, 0.5)} / {_ms(times, 0.95)} of {len(times)}"
        rows["statuses"] = ", ".join(f"{n} x {status}" for status, n in sorted(self.statuses.items()))
        return rows


def _ms(times: Sequence[float], share: float) -> float:
    if len(times) < 2:
        return 0.0
    return round(1000 * statistics.quantiles(times, n=100)[round(share * 100) - 1], 1)


async def send(port: int, kinds: Sequence[Kind], rate: float, seconds: float) -> Told:
    """Requests at their times, over kept connections; one that is late leaves at once and is counted so."""
    told, queue = Told(), asyncio.Queue[tuple[float, Kind] | None](maxsize=4 * AT_ONCE)
    senders = [asyncio.create_task(_sender(port, queue, told, number)) for number in range(AT_ONCE)]
    names = random.Random(1).choices(kinds, [kind.share for kind in kinds], k=int(rate * seconds))
    for number, kind in enumerate(names):
        due = told.began + number / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await queue.put((due, kind))
    for _ in senders:
        await queue.put(None)
    await asyncio.gather(*senders)
    return told


async def _sender(
    port: int, queue: "asyncio.Queue[tuple[float, Kind] | None]", told: Told, number: int
) -> None:
    rng, wire = random.Random(number), _Wire(port)
    while (wanted := await queue.get()) is not None:
        due, kind = wanted
        try:
            status = await asyncio.wait_for(wire.get(kind.path(rng)), LONGEST_S)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as error:
            status = type(error).__name__
            await wire.close()
        told.seconds[kind.name].append(time.monotonic() - due)
        told.statuses[status] += 1
    await wire.close()


class _Wire:
    """A kept connection of HTTP/1.1."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> str:
        """The status of one GET, its body read to the end."""
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._ends
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if fields.get("transfer-encoding") == "chunked":
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        else:
            await reader.readexactly(int(fields.get("content-length", "0")))
        if fields.get("connection") == "close":
            await self.close()
        return head.split()[1]

    async def close(self) -> None:
        """Begin with a fresh connection next time."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None
