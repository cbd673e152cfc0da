"""Checks a bot's entry before it ever plays: by its bytes, then by its language's own check in a box."""

import os
import time
from pathlib import Path

from workers import printable
from workers.contract import Failure, Limits
from workers.errands import Checked
from workers.match import proven_runtime
from workers.runtimes import Runtime
from workers.sandbox import Box, BoxExit, BoxLimits, Sandbox, SandboxError

CHECK_S = 30.0
OUTPUT_BYTES = 64 << 10
LOOK_S = 0.01


def check(sandbox: Sandbox, language: str, entry: str, folder: Path, limits: Limits) -> Checked:
    """Whether this entry of an unpacked upload is well-formed; a failure of the machine is said apart."""
    try:
        runtime = proven_runtime(language)
        wrong = runtime.inspect(folder, entry)
        return (
            Checked(ok=False, reason=wrong) if wrong else _run_check(sandbox, runtime, entry, folder, limits)
        )
    except SandboxError as error:
        return Checked(ok=False, failure=Failure("sandbox", str(error)))
    except OSError as error:
        return Checked(ok=False, failure=Failure("system", str(error)))


def _run_check(sandbox: Sandbox, runtime: Runtime, entry: str, folder: Path, limits: Limits) -> Checked:
    command = runtime.check_command(entry)
    if command is None:
        return Checked(ok=True)
    box_limits = BoxLimits(memory_mb=limits.memory_mb, cpu_s=int(CHECK_S))
    with sandbox.open(command, folder, box_limits, 0, runtime.mounts(), runtime.env()) as box:
        ended, output = _watch(box)
    log = printable.block(output)
    if ended is None:
        return Checked(ok=False, reason=f"checking {entry} took longer than {CHECK_S:.0f} s", log=log)
    if ended.out_of_memory:
        return Checked(ok=False, reason=f"checking {entry} needs more than {limits.memory_mb} MB", log=log)
    if ended.code != 0:
        return Checked(ok=False, reason=_reason(log) or f"the check ended with {ended}", log=log)
    return Checked(ok=True, log=log)


def _reason(log: str) -> str:
    """The line of a compiler's words that says most: one that names an error, else the last."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    telling = [line for line in lines if "Error" in line] or lines[-1:]
    return printable.one_line(telling[0], 300) if telling else ""


def _watch(box: Box) -> tuple[BoxExit | None, bytes]:
    """How the check ended, None when it took too long; and the first of what it printed."""
    output = b""
    deadline = time.monotonic() + CHECK_S
    while time.monotonic() < deadline:
        ended = box.poll()
        piece = _read(box.stdout) + _read(box.stderr)
        output = (output + piece)[:OUTPUT_BYTES]
        if ended is not None and not piece:
            return ended, output
        if not piece:
            time.sleep(LOOK_S)
    return None, output


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, OUTPUT_BYTES)
    except BlockingIOError:
        return b""
