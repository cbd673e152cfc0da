"""Tries inside real boxes whether this machine's sandbox keeps its promises; takes about a second."""

from __future__ import annotations

import json
import os
import select
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox.interface import Box, BoxLimits, Check, Level, Sandbox, SandboxError
from workers.sandbox.interpreter import find_interpreter

PROBES = Path(__file__).with_name("probes")
LIMITS = BoxLimits(memory_mb=64, cpu_s=10, pids=32)
ANSWER_SECONDS = 20.0
CLOSE_SECONDS = 2.0  # a hundredth of it is usual; a busy machine must not look like a broken one
FROZEN_SECONDS = 0.1
REFUSED = ("EPERM", "ENOSYS")
WRITABLE = {"/dev/shm", "/tmp"}  # noqa: S108 - the box's own


@dataclass(frozen=True)
class Sight:
    """One thing that the probe `look.py` reports: what is wanted, in words and as a question."""

    name: str
    wanted: str
    right: Callable[[str], bool]


SIGHTS = (
    Sight("seccomp", "2 (a filter)", "2".__eq__),
    Sight("capabilities", "0", "0".__eq__),
    Sight("interfaces", "only lo", "lo".__eq__),
    Sight("socket", "EPERM or ENOSYS", REFUSED.__contains__),
    Sight("unshare", "EPERM or ENOSYS", REFUSED.__contains__),
    Sight("shadow", "ENOENT", "ENOENT".__eq__),
    Sight("host_file", "ENOENT", "ENOENT".__eq__),
    Sight("processes", "at most 2", lambda found: int(found) <= 2),
    Sight("writable", "only /dev/shm and /tmp", lambda found: set(found.split(",")) == WRITABLE),
    Sight("descriptors", "0,1,2", "0,1,2".__eq__),
    Sight("environment", "HOME,LANG,PATH,PWD", "HOME,LANG,PATH,PWD".__eq__),
)
# what shows that the host's kernel gives a box no more than it should
HOST_KERNEL = (
    Sight("no_new_privs", "1", "1".__eq__),
    Sight("uid_map", "1 user id", "1".__eq__),
)
# where a box has a kernel of its own, ids and privileges are that kernel's, and mean nothing to the host's
OWN_KERNEL = (Sight("kernel", "another than the host's", lambda found: found != os.uname().release),)


def self_test(sandbox: Sandbox) -> list[Check]:
    """All checks that belong to the sandbox's level; below `namespaces` there is nothing to promise."""
    if sandbox.level is Level.NONE:
        return [Check("level", ok=False, found=sandbox.level, wanted="full or namespaces")]
    full = sandbox.level is Level.FULL
    return [
        *sandbox.own_checks(),
        *_guarded("look", _look, sandbox),
        *_guarded("memory", _memory_killed if full else _memory_refused, sandbox),
        *_guarded("processes", _forks, sandbox),
        *(_guarded("freezer", _freezer, sandbox) if full else ()),
    ]


def _guarded(name: str, checks: Callable[[Sandbox], Iterator[Check]], sandbox: Sandbox) -> list[Check]:
    """The checks, or one that failed because the sandbox itself did."""
    try:
        return list(checks(sandbox))
    except (SandboxError, OSError) as error:
        return [Check(name, ok=False, found=str(error), wanted="a box that opens and ends")]


def _look(sandbox: Sandbox) -> Iterator[Check]:
    with (
        tempfile.NamedTemporaryFile(prefix="wateringhole-") as file,
        _probe(sandbox, "look.py", file.name) as box,
    ):
        found = json.loads(_answer(box))
    shared = [name for name, inside in found["namespaces"].items() if inside == _own_namespace(name)]
    yield Check("namespaces", not shared, f"shared: {shared or 'none'}", "none shared with the host")
    for sight in (*SIGHTS, *(OWN_KERNEL if sandbox.own_kernel else HOST_KERNEL)):
        value = str(found[sight.name])
        yield Check(sight.name, sight.right(value), value, sight.wanted)


def _own_namespace(name: str) -> str:
    return os.readlink(f"/proc/self/ns/{name}")


def _memory_killed(sandbox: Sandbox) -> Iterator[Check]:
    with _probe(sandbox, "memory.py") as box:
        ended = box.wait(ANSWER_SECONDS)
    ok = ended is not None and ended.out_of_memory
    yield Check("memory", ok, str(ended), f"killed at {LIMITS.memory_mb} MB")


def _memory_refused(sandbox: Sandbox) -> Iterator[Check]:
    with _probe(sandbox, "memory.py") as box:
        found = _answer(box)
    yield Check("memory", found == "refused", found, f"refused at {LIMITS.memory_mb} MB")


def _forks(sandbox: Sandbox) -> Iterator[Check]:
    began = time.monotonic()
    with _probe(sandbox, "forks.py") as box:
        found = _answer(box)
        limit = max(CLOSE_SECONDS, time.monotonic() - began)  # a slow machine ends as slowly as it starts
        ok = found.isdigit() and 0 < int(found) < LIMITS.pids
        yield Check("processes", ok, f"{found} started", f"fewer than {LIMITS.pids}")
        began = time.monotonic()
        box.close()
        took = time.monotonic() - began
    yield Check("end", took < limit, f"{took:.3f} s", f"all dead within {limit:.1f} s")


def _freezer(sandbox: Sandbox) -> Iterator[Check]:
    with _probe(sandbox, "spin.py") as box:
        _answer(box)
        yield Check("meter", _counts(box), f"{_cpu_ms(box):.1f} ms", "counts what a busy box uses")
        box.freeze()
        before = _cpu_ms(box)
        time.sleep(FROZEN_SECONDS)
        used = _cpu_ms(box) - before
    yield Check("freezer", used < 1, f"{used:.1f} ms in {FROZEN_SECONDS:g} s", "a frozen box uses nothing")


def _counts(box: Box) -> bool:
    """Whether the meter of a busy box goes on; on a busy machine that may take a while."""
    start, deadline = _cpu_ms(box), time.monotonic() + ANSWER_SECONDS
    while _cpu_ms(box) < start + 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    return _cpu_ms(box) >= start + 5


def _cpu_ms(box: Box) -> float:
    return box.cpu_ms() or 0.0


def _probe(sandbox: Sandbox, script: str, *words: str) -> Box:
    python = find_interpreter()
    command = [python.path, "-s", "-S", "-B", script, *words]
    return sandbox.open(command, PROBES, LIMITS, slot=0, mounts=python.mounts)


def _answer(box: Box) -> str:
    """The first line that the probe prints."""
    line = b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([box.stdout], [], [], ANSWER_SECONDS)
        part = os.read(box.stdout, 4096) if ready else b""
        if not part:
            raise SandboxError(f"the probe ended with {box.wait(1)} after {line!r}: {_errors(box)}")
        line += part
    return line.decode().strip()


def _errors(box: Box) -> str:
    try:
        return os.read(box.stderr, 4096).decode(errors="replace")
    except BlockingIOError:
        return ""
