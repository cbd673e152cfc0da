"""`make soak`: the whole service plays for as long as you like, parts are killed, and what grows is told.

python -m tests.load.soak [--minutes 2]

Exit code 1 when processes, cgroups, file handles or temporary folders are left over, when memory grew by
more than a fifth after the first third, or when the books are wrong.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests import services
from tests.stack import play
from tests.stack.stack import LADDER_PARTS, ROOT, WORKERS, Stack

LOOK_EVERY_S = 5.0
KILL_EVERY_S = 45.0
MAY_BE_KILLED = ("worker-1", "ladder", "pulse")
GREW = 1.2
CGROUPS = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class Look:
    """The service at one moment: memory in MB, file handles and processes by part; what lies around."""

    memory: dict[str, float]
    files: dict[str, int]
    processes: int
    cgroups: int
    folders: int


def main() -> int:
    """Run, look, kill, stop, and judge."""
    minutes = _minutes()
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="wh-soak-")))
        folder.chmod(0o755)
        broker = opened.enter_context(services.running("valkey"))
        cgroups, folders = _cgroups(), _temporary()
        stack = Stack(broker, f"sqlite:///{folder}/ladder.sqlite3", folder)
        try:
            stack.prepare()
            stack.start(*WORKERS, *LADDER_PARTS)
            stack.wait("the site answers", stack.is_up)
            play.bots_at_play(stack)
            looks = _watch(stack, minutes * 60)
            matches = play.finished(stack)
        finally:
            stack.stop()
        complaints = _complaints(looks) + _left_over(stack, cgroups, folders) + _books(stack)
    print(json.dumps(_figures(looks, matches, minutes) | {"complaints": complaints}, indent=1))
    return 1 if complaints else 0


def _minutes() -> float:
    parser = argparse.ArgumentParser(prog="python -m tests.load.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2)
    minutes: float = parser.parse_args().minutes
    return minutes


def _watch(stack: Stack, seconds: float) -> list[Look]:
    """Look now and then; kill a part now and then, but not in the last third, which is compared."""
    began = last_kill = time.monotonic()
    looks: list[Look] = []
    rng = random.Random(1)
    while (passed := time.monotonic() - began) < seconds:
        time.sleep(LOOK_EVERY_S)
        looks.append(_look(stack))
        if time.monotonic() - last_kill > KILL_EVERY_S and passed < seconds * 0.6:
            last_kill = time.monotonic()
            name = rng.choice(MAY_BE_KILLED)
            stack.kill(name)
            stack.start(name)
    return looks


def _look(stack: Stack) -> Look:
    members = stack.members()
    return Look(
        memory=stack.memory_mb(),
        files={name: sum(_open_files(pid) for pid in pids) for name, pids in members.items()},
        processes=sum(len(pids) for pids in members.values()),
        cgroups=_cgroups(),
        folders=_temporary(),
    )


def _open_files(pid: int) -> int:
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def _cgroups() -> int:
    """Groups that our sandbox made."""
    return sum("wateringhole" in name or "wh-" in name for _, names, _ in os.walk(CGROUPS) for name in names)


def _temporary() -> int:
    return len(os.listdir(tempfile.gettempdir()))


def _complaints(looks: list[Look]) -> list[str]:
    """What is larger in the last third than in the second, by more than a fifth."""
    third = max(len(looks) // 3, 1)
    second, last = looks[third : 2 * third] or looks[-1:], looks[-third:]
    found = []
    for name in last[-1].memory:
        before = max(look.memory.get(name, 0.0) for look in second)
        after = min(look.memory.get(name, 0.0) for look in last)
        if before and after > GREW * before:
            found.append(f"{name}: memory grew from {before:.0f} to {after:.0f} MB")
    for name in last[-1].files:
        before_files = max(look.files.get(name, 0) for look in second)
        after_files = min(look.files.get(name, 0) for look in last)
        if after_files > before_files + 10:
            found.append(f"{name}: open files grew from {before_files} to {after_files}")
    return found


def _left_over(stack: Stack, cgroups: int, folders: int) -> list[str]:
    """What is there after the stop and was not before the start."""
    processes = [pid for pids in stack.members().values() for pid in pids]
    found = [f"{len(processes)} processes are left"] if processes else []
    if _cgroups() > cgroups:
        found.append(f"{_cgroups() - cgroups} cgroups are left")
    if _temporary() > folders + 5:  # others use that folder, too
        found.append(f"{_temporary() - folders} temporary files or folders are left")
    return found


def _books(stack: Stack) -> list[str]:
    command = [sys.executable, "manage.py", "audit"]
    done = subprocess.run(command, cwd=ROOT, env=stack.env(), capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else [f"the books are wrong: {done.stdout[-500:]}"]


def _figures(looks: list[Look], matches: int, minutes: float) -> dict[str, object]:
    first, last = looks[min(2, len(looks) - 1)], looks[-1]
    memory = {name: f"{first.memory.get(name, 0):.0f} -> {mb:.0f}" for name, mb in last.memory.items()}
    return {
        "minutes": minutes,
        "matches": matches,
        "load": round(os.getloadavg()[0], 1),
        "memory, MB, first -> last": memory,
        "open files at the end": last.files,
        "processes at the end": last.processes,
    }


if __name__ == "__main__":
    sys.exit(main())
