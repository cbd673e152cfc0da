"""Processes: start one that dies with us, tell it from a later one of its number, end it whole."""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None, use_errno=True)
POLL_S = 0.05


@dataclass(frozen=True)
class Identity:
    """A process for ever: its number, and when it started (clock ticks since the machine's start)."""

    pid: int
    started: int


@dataclass(frozen=True)
class _Stat:
    state: str
    session: int
    started: int


def start(command: Sequence[str], env: Mapping[str, str], folder: Path, log: Path) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own that is killed when this one dies; its output goes to `log`."""
    supervisor = os.getpid()

    def die_with_supervisor() -> None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != supervisor:  # it died before the line above
            os._exit(1)

    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            env=dict(env),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_supervisor,  # safe: the supervisor has one thread
        )


def identity(pid: int) -> Identity | None:
    """Who has that number now; None when nobody."""
    stat = _stat(pid)
    return None if stat is None else Identity(pid, stat.started)


def is_alive(process: Identity) -> bool:
    """Whether that very process still runs (a zombie does not)."""
    stat = _stat(process.pid)
    return stat is not None and stat.started == process.started and stat.state != "Z"


def session_members(leader: Identity) -> list[int]:
    """Numbers of the living processes in the session that `leader` began, itself included.

    Empty when the number of a dead leader now belongs to another process.
    """
    now = identity(leader.pid)
    if now is not None and now != leader:
        return []
    return [
        pid
        for pid, stat in _all_stats()
        if stat.session == leader.pid and stat.started >= leader.started and stat.state != "Z"
    ]


def memory_kb(pid: int) -> int:
    """The process's share of memory (proportional set size), in KiB; 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def end(leaders: Iterable[Identity], within_s: float) -> None:
    """End those sessions whole: SIGTERM to the leaders, and SIGKILL to what is left after `within_s`."""
    sessions = list(leaders)
    for leader in sessions:
        if is_alive(leader):
            _send(leader.pid, signal.SIGTERM)
    if not _gone(sessions, within_s):
        kill(sessions)


def kill(leaders: Iterable[Identity]) -> None:
    """SIGKILL everything in those sessions, again and again until nothing is left (a second at most)."""
    sessions = list(leaders)
    deadline = time.monotonic() + 1
    while time.monotonic() < deadline:
        members = [pid for leader in sessions for pid in session_members(leader)]
        if not members:
            return
        for pid in members:
            _send(pid, signal.SIGKILL)
        time.sleep(POLL_S)


def _gone(sessions: list[Identity], within_s: float) -> bool:
    deadline = time.monotonic() + within_s
    while any(session_members(leader) for leader in sessions):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True


def _send(pid: int, what: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, what)


def _all_stats() -> Iterator[tuple[int, _Stat]]:
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            stat = _stat(int(entry))
            if stat is not None:
                yield int(entry), stat


def _stat(pid: int) -> _Stat | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = text.rpartition(")")[2].split()  # the name before it may hold anything
    return _Stat(state=fields[0], session=int(fields[3]), started=int(fields[19]))
