"""Starts a command behind cgroups, limits, a user id of its own and bubblewrap, up to its first step."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox import bubblewrap, seccomp
from workers.sandbox.interface import BoxLimits, Mount, SandboxError
from workers.sandbox.system import System

LAUNCH_SECONDS = 20.0
MARK = b"wateringhole: the command follows\n"
SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"

# Outside: join the cgroups named first, mount what follows, then become the rest of the line.
OUTER = """
while [ "$1" != -- ]; do echo 0 > "$1" || exit 97; shift; done; shift
while [ "$1" != -- ]; do mount --bind "$1" "$2" || exit 97; shift 2; done; shift
exec "$@"
"""

# Inside: the machine has done its part when the mark is written; what follows is the bot's.
INNER = """
[ "$1" = any ] || /usr/bin/prlimit --pid $$ --nproc="$1:$1" || exit 97; shift
case "$1" in /*) [ -x "$1" ] || { echo "no program $1 in the sandbox" >&2; exit 97; };; esac
printf %s "$0" && exec "$@"
"""


@dataclass(frozen=True)
class Launch:
    """All that is needed to start one box."""

    bwrap: Path
    system: System
    command: Sequence[str]
    limits: BoxLimits
    mounts: Sequence[Mount]
    env: Mapping[str, str]
    uid: int | None = None  # None: stay the user that we are
    join_files: Sequence[Path] = ()
    stage: Sequence[tuple[Path, Path]] = ()  # what to mount where before bubblewrap looks
    per_process: bool = False  # no cgroup counts memory and processes: the kernel's own limits must


@dataclass(frozen=True)
class Started:
    """bubblewrap's own process, and a pidfd of the first process inside; None when that had ended already."""

    process: subprocess.Popen[bytes]
    init: int | None


def start(launch: Launch) -> Started:
    """Run the launch up to the mark; SandboxError, with nothing left running, when it does not get there."""
    with _handles() as (handles, info):
        try:
            process = _spawn(words(launch, handles), (handles.seccomp, handles.info))
        finally:
            os.close(handles.info)
        with _killed_on_error(process):
            _await_mark(process)
            return Started(process, _pidfd(_init_pid(os.read(info, 4096)), process.pid))


def started(line: list[str]) -> subprocess.Popen[bytes]:
    """Run a command line that says the mark; SandboxError, and itself ended, when it does not come so far."""
    process = _spawn(line)
    with _killed_on_error(process):
        _await_mark(process)
        return process


@contextmanager
def _killed_on_error(process: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    except BaseException:
        process.kill()
        with process:  # waits, and closes the pipes
            raise


def words(launch: Launch, handles: bubblewrap.Handles) -> list[str]:
    """The whole command line of one box."""
    own_mounts = ["unshare", "--mount", "--propagation", "private", "--"] if launch.stage else []
    return [
        *own_mounts,
        *joining(launch.join_files, launch.stage),
        *_resource_limits(launch),
        *_identity(launch.uid),
        str(launch.bwrap),
        *bubblewrap.options(launch.system, launch.limits, launch.mounts, launch.env, handles),
        "--",
        *inside(launch.command, launch.limits.pids if launch.per_process else None),
    ]


def joining(files: Sequence[Path], stage: Sequence[tuple[Path, Path]] = ()) -> list[str]:
    """The start of a line whose rest runs in the cgroups of these files, and sees what the stage mounts."""
    binds = (str(path) for pair in stage for path in pair)
    return ["/bin/sh", "-c", OUTER, "join", *map(str, files), "--", *binds, "--"]


def inside(command: Sequence[str], process_limit: int | None) -> list[str]:
    """What runs in a box: the mark, then the command.

    Processes are counted for each user namespace, so the kernel's limit on them is set inside (Linux 5.14).
    """
    limit = "any" if process_limit is None else str(process_limit)
    return ["/bin/sh", "-c", INNER, MARK.decode(), limit, *command]


def rlimits(limits: BoxLimits) -> dict[str, int]:
    """The kernel's own limits for each process of a box, hard and soft."""
    return {
        "core": 1,  # 0 would still start a core dump program of the host's
        "cpu": limits.cpu_s,
        "nofile": limits.open_files,
        "fsize": limits.file_mb * 2**20,
        "stack": 8 * 2**20,
        "memlock": 0,
        "msgqueue": 0,
        "sigpending": 64,
        "rtprio": 0,
        "nice": 0,
    }


def _resource_limits(launch: Launch) -> list[str]:
    values = rlimits(launch.limits)
    if launch.per_process:
        values["data"] = launch.limits.memory_mb * 2**20
    return ["prlimit", *(f"--{name}={value}:{value}" for name, value in values.items())]


def _identity(uid: int | None) -> list[str]:
    """Become another user; chroot to the same root does that in half the time of setpriv."""
    return ["chroot", "--groups=", f"--userspec=+{uid}:+{uid}", "/"] if uid is not None else []


@contextmanager
def _handles() -> Iterator[tuple[bubblewrap.Handles, int]]:
    """What bubblewrap inherits, and our end of its information; the caller closes the other end."""
    program = os.open(seccomp.program_file(), os.O_RDONLY)
    info_read, info_write = os.pipe()
    try:
        yield bubblewrap.Handles(program, info_write), info_read
    finally:
        os.close(program)
        os.close(info_read)


def _spawn(line: list[str], inherited: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd="/",
            env={"PATH": SYSTEM_PATH},
            pass_fds=inherited,
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxError(f"could not start {error.filename}: {error.strerror}") from error


def _await_mark(process: subprocess.Popen[bytes]) -> None:
    stdin, stdout, stderr = pipes(process)
    if _read(stdout, len(MARK), time.monotonic() + LAUNCH_SECONDS) != MARK:
        raise SandboxError(f"the sandbox did not start: {_last_words(process)}")
    for fd in (stdin, stdout, stderr):
        os.set_blocking(fd, False)


def pipes(process: subprocess.Popen[bytes]) -> tuple[int, int, int]:
    """Our ends of the process's standard input, output and error."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    return process.stdin.fileno(), process.stdout.fileno(), process.stderr.fileno()


def _read(fd: int, size: int, deadline: float) -> bytes:
    """`size` bytes, or what came before the end or the deadline (of the monotonic clock)."""
    got = b""
    while len(got) < size:
        ready, _, _ = select.select([fd], [], [], max(0.0, deadline - time.monotonic()))
        part = os.read(fd, size - len(got)) if ready else b""
        if not part:
            break
        got += part
    return got


def _last_words(process: subprocess.Popen[bytes]) -> str:
    """End a launch that failed and tell what it said."""
    process.kill()
    _, errors = process.communicate()
    lines = errors.decode(errors="replace").strip().splitlines()
    return "; ".join(lines[-3:]) or f"exit code {process.returncode} without a word"


def _init_pid(info: bytes) -> int:
    return int(json.loads(info)["child-pid"])


def _pidfd(pid: int, parent: int) -> int | None:
    """A handle on a process that must be a child of `parent`."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return None
    if _parent_of(pid) == parent:
        return handle
    os.close(handle)
    return None


def _parent_of(pid: int) -> int | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return int(text.rpartition(")")[2].split()[1])
