"""Boxes for tests: a yard in which the bots of `tests/bots/hostile` are let loose."""

import json
import os
import re
import select
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workers.runtimes import for_language
from workers.sandbox import Box, BoxExit, BoxLimits, Sandbox

HOSTILE = Path(__file__).parents[2] / "bots" / "hostile"
PATIENCE = float(os.environ.get("PATIENCE") or "1")  # an emulated machine takes its time
LIMITS = BoxLimits(memory_mb=64, cpu_s=int(5 * PATIENCE), pids=32)


@dataclass(frozen=True)
class Outcome:
    """What a bot printed and how it ended; `exit` is None when it had to be stopped."""

    output: str
    errors: str
    exit: BoxExit | None

    @property
    def found(self) -> dict[str, Any]:
        """The JSON object that the bot printed."""
        assert self.output, self.errors
        result: dict[str, Any] = json.loads(self.output)
        return result


class Yard:
    """Runs the bots of `tests/bots/hostile` in boxes of one sandbox."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.sandbox = sandbox
        self._folder = folder
        shutil.copytree(HOSTILE, folder, dirs_exist_ok=True)

    def open(self, bot: str, *words: str, limits: BoxLimits = LIMITS, slot: int = 0) -> Box:
        """Start one bot."""
        python = for_language("python")
        command = [*python.command(bot), *words]
        return self.sandbox.open(command, self._folder, limits, slot, python.mounts(), python.env())

    def run(self, bot: str, *words: str, limits: BoxLimits = LIMITS, seconds: float = 10) -> Outcome:
        """Let one bot run to its end, or stop it after so many seconds."""
        with self.open(bot, *words, limits=limits) as box:
            ended = box.wait(seconds * PATIENCE)
            output, errors = read_all(box.stdout), read_all(box.stderr)
        return Outcome(output, errors, ended)


def read_all(fd: int) -> str:
    """Whatever is in the pipe now."""
    got = b""
    while select.select([fd], [], [], 0)[0] and (part := os.read(fd, 65536)):
        got += part
    return got.decode(errors="replace")


def read_line(fd: int, seconds: float = 10) -> str:
    """The next line, byte by byte so that nothing behind it is taken."""
    line = b""
    while not line.endswith(b"\n"):
        assert select.select([fd], [], [], seconds * PATIENCE)[0], (
            f"no whole line within {seconds} s: {line!r}"
        )
        part = os.read(fd, 1)
        assert part, f"the pipe was closed after {line!r}"
        line += part
    return line.decode().strip()


def await_word_or_end(fd: int, seconds: float = 10) -> None:
    """Wait until something was written, or nobody can write any more."""
    assert select.select([fd], [], [], seconds * PATIENCE)[0], f"neither a word nor an end within {seconds} s"


def ask(box: Box, line: str) -> str:
    """Write a line to a box and read its answer."""
    os.write(box.stdin, f"{line}\n".encode())
    return read_line(box.stdout)


def processes_of(uids: Sequence[int]) -> list[str]:
    """The /proc stat lines of these users' processes, without the dead that init has yet to reap."""
    return _living(file for file in _stat_files() if _owner(file) in uids)


def processes_in_boxes() -> list[str]:
    """The same of all processes in the cgroups of this process's boxes."""
    mine = re.compile(rf"/wateringhole/\d+-{os.getpid()}-")
    return _living(file for file in _stat_files() if mine.search(_read(file.with_name("cgroup"))))


def _stat_files() -> list[Path]:
    return [entry / "stat" for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _living(files: Iterable[Path]) -> list[str]:
    stats = map(_read, files)
    return [stat for stat in stats if stat and stat.rpartition(")")[2].split()[0] not in "ZX"]


def _owner(file: Path) -> int | None:
    try:
        return file.stat().st_uid
    except FileNotFoundError:
        return None


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
