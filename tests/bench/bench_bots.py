"""Bots of every language here: what a start costs, how long a question takes, how much memory they hold."""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from workers import match, protocol, runtimes
from workers.check import check
from workers.clock import Turn
from workers.contract import Limits, SeatOrder
from workers.sandbox import Level, Sandbox, detect, open_level
from workers.seat import Seat, converse

STARTS = 5
QUESTIONS = 300
PATIENT = Limits(start_ms=60_000, bank_ms=600_000, decision_wall_ms=60_000, wall_bank_ms=600_000)
QUESTION = {
    "type": "decide",
    "n": 0,
    "kind": "feed",
    "choices": ["feed a1", "end"],
    "view": {"text": "x" * 1500},
}
FASTCHESS, CUTECHESS = 12_400, 8_000  # decisions a second on the same kind of machine, kept native engines


def smoke_bot(sandbox: Sandbox, language: str, folder: Path) -> SeatOrder:
    """A built smoke bot of this language."""
    folder.mkdir()
    folder.chmod(0o755)
    entry = runtimes.for_language(language).write_smoke_bot(folder)
    checked = check(sandbox, language, entry, folder, Limits())
    assert checked.ok, (checked.reason, checked.failure)
    return SeatOrder(language, "", "", entry, language, entry, 0)


@contextmanager
def seated(sandbox: Sandbox, order: SeatOrder, folder: Path) -> Iterator[Seat]:
    """A bot that is ready."""
    with match.open_bot(sandbox, order, folder, PATIENT, 0) as box:
        seat = Seat(box, PATIENT, 1.0)
        seat.greet(protocol.line({"type": "game"}), Turn(1e9, 1e9))
        converse([seat], lambda: None)
        assert seat.slip is None, seat.slip
        yield seat
        seat.close()


def start(sandbox: Sandbox, order: SeatOrder, folder: Path) -> tuple[float, float, float]:
    """CPU and wall milliseconds up to `ready`, launcher included, and the megabytes held at most."""
    began, cpu = time.perf_counter(), launcher_cpu_ms()
    with seated(sandbox, order, folder) as seat:
        wall_ms = (time.perf_counter() - began) * 1000
    use = seat.use()
    return launcher_cpu_ms() - cpu + seat.turn.cpu_ms, wall_ms, use.memory_mb or 0.0


def launcher_cpu_ms() -> float:
    """CPU milliseconds of this process and of all that it has started and reaped, bots not counted."""
    times = os.times()
    return (times.user + times.system + times.children_user + times.children_system) * 1000


def question_us(seat: Seat) -> tuple[float, float]:
    """Microseconds for one question and its answer by the clock, and of this process's CPU."""
    line = protocol.line(QUESTION)
    walls, cpu = [], time.process_time()
    for _ in range(QUESTIONS):
        began = time.perf_counter()
        seat.ask(line, Turn(1e9, 1e9))
        converse([seat], lambda: None)
        walls.append(time.perf_counter() - began)
        assert seat.slip is None, seat.slip
    return statistics.median(walls) * 1e6, (time.process_time() - cpu) / QUESTIONS * 1e6


def round_trips(sandbox: Sandbox, order: SeatOrder, folder: Path) -> dict[str, Any]:
    """The same bot kept, asked without a sandbox, in one without freezing, and as it is asked in matches."""
    figures: dict[str, Any] = {}
    with open_level(Level.NONE) as plain, seated(plain, order, folder) as seat:
        figures["question, plain process, µs (referee's CPU)"] = shown(*question_us(seat))
    with seated(sandbox, order, folder) as seat:
        without_freezing(seat)
        figures["question, sandbox without freezing, µs"] = shown(*question_us(seat))
    with seated(sandbox, order, folder) as seat:
        wall_us, cpu_us = question_us(seat)
    rate = 1e6 / wall_us
    figures["question, sandbox and freezing, µs"] = shown(wall_us, cpu_us)
    figures["decisions a second, one kept native bot"] = round(rate)
    figures["… over fastchess's recorded, cutechess's"] = f"{rate / FASTCHESS:.2f}, {rate / CUTECHESS:.2f}"
    return figures


def without_freezing(seat: Seat) -> None:
    """Let the bot run between questions."""
    nothing: Callable[[], None] = lambda: None  # noqa: E731
    seat._box.thaw()
    vars(seat._box)["freeze"] = vars(seat._box)["thaw"] = nothing


def shown(wall_us: float, cpu_us: float) -> str:
    return f"{wall_us:.0f} ({cpu_us:.0f})"


def resident_mb() -> float:
    """What this process holds, which is what a match runner holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measure(sandbox: Sandbox, folder: Path) -> dict[str, Any]:
    """All figures; a language that cannot be built here is left out."""
    figures: dict[str, Any] = {"sandbox": str(sandbox.level)}
    for language in runtimes.available():
        order = smoke_bot(sandbox, language, folder / language)
        starts = [start(sandbox, order, folder / language) for _ in range(STARTS)]
        cpu_ms, wall_ms, memory_mb = (statistics.median(values) for values in zip(*starts, strict=True))
        figures[f"{language}: CPU ms, wall ms to start, MB"] = f"{cpu_ms:.0f}, {wall_ms:.0f}, {memory_mb:.1f}"
        if language == "c":
            figures |= round_trips(sandbox, order, folder / language)
    figures["match runner, MB"] = round(resident_mb())
    return figures


def main() -> None:
    """Measure on one core, bots included."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with detect(Level.NAMESPACES) as sandbox, tempfile.TemporaryDirectory(prefix="wh-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        print(json.dumps(measure(sandbox, folder)))


if __name__ == "__main__":
    main()
