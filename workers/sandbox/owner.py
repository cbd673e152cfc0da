"""Names that tell who owns a box, so that what dead owners left behind can be found."""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

_numbers = itertools.count()


@dataclass(frozen=True)
class BoxName:
    """One box of one process: its PID namespace, PID, start time in clock ticks, and a running number."""

    pid_namespace: int
    pid: int
    started: int
    number: int

    @classmethod
    def next(cls) -> Self:
        """A name for this process's next box."""
        pid = os.getpid()
        return cls(_pid_namespace(), pid, _start_time(pid) or 0, next(_numbers))

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The name written as `text`; None when it is no such name."""
        parts = text.split("-")
        if len(parts) != 4 or not all(part.isascii() and part.isdigit() for part in parts):
            return None
        return cls(*map(int, parts))

    def __str__(self) -> str:
        return f"{self.pid_namespace}-{self.pid}-{self.started}-{self.number}"

    def owner_is_dead(self) -> bool:
        """Whether the owner is gone; owners in other PID namespaces cannot be judged and count as alive."""
        return self.pid_namespace == _pid_namespace() and _start_time(self.pid) != self.started


def _pid_namespace() -> int:
    return Path("/proc/self/ns/pid").stat().st_ino


def _start_time(pid: int) -> int | None:
    """When the process started, in clock ticks since boot; None when there is none or it is a zombie."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    state, *fields = text.rpartition(")")[2].split()
    return None if state in "ZX" else int(fields[18])
