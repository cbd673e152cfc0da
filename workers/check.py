"""Checks or builds a bot before it ever plays: by its bytes, then by its language's own tools in a box."""

import os
from functools import cache
from pathlib import Path

from workers import boxed, manifest, printable
from workers.archive import FILE_BYTES
from workers.boxed import Bounds, Ran
from workers.contract import Failure, Limits
from workers.errands import Checked
from workers.match import proven_runtime
from workers.runtimes import Build, LanguageMissing, Runtime
from workers.sandbox import BoxLimits, Sandbox, SandboxError, system

LOG_BYTES = 48 << 10
CHECK = Bounds(wall_s=60.0, cpu_s=20.0, output_bytes=LOG_BYTES, log_bytes=LOG_BYTES)
BUILD = Bounds(wall_s=100.0, cpu_s=90.0, output_bytes=FILE_BYTES, log_bytes=LOG_BYTES)
BUILD_BOX = BoxLimits(
    memory_mb=1536, cpu_s=int(BUILD.cpu_s), pids=128, file_mb=256, tmp_mb=768, open_files=512
)


def check(sandbox: Sandbox, language: str, entry: str, folder: Path, limits: Limits) -> Checked:
    """Whether this entry of an unpacked upload is well-formed; where it must be built, build it.

    What is built is written into `folder` at `Checked.product`. A failure of the machine is said apart.
    """
    try:
        runtime = proven_builder(language)
        wrong = runtime.inspect(folder, entry)
        if wrong:
            return Checked(ok=False, reason=wrong)
        build = runtime.build(folder, entry, manifest.build_flags(folder, language))
        if build is not None:
            return _build(sandbox, build, entry, folder)
        return _run_check(sandbox, runtime, entry, folder, limits)
    except manifest.ManifestError as error:
        return Checked(ok=False, reason=str(error))
    except LanguageMissing as error:
        return Checked(ok=False, failure=Failure("language", str(error)))
    except SandboxError as error:
        return Checked(ok=False, failure=Failure("sandbox", str(error)))
    except OSError as error:
        return Checked(ok=False, failure=Failure("system", str(error)))


@cache
def proven_builder(language: str) -> Runtime:
    """The runtime of a language that this machine can build and run, looked at once; else SandboxError."""
    runtime = proven_runtime(language)
    runtime.require_compiler()
    return runtime


def _run_check(sandbox: Sandbox, runtime: Runtime, entry: str, folder: Path, limits: Limits) -> Checked:
    command = runtime.check_command(entry)
    if command is None:
        return Checked(ok=True)
    box_limits = BoxLimits(memory_mb=limits.memory_mb, cpu_s=int(CHECK.cpu_s))
    with sandbox.open(command, folder, box_limits, 0, runtime.mounts(), runtime.env()) as box:
        ran = boxed.run(box, CHECK)
    log = printable.block(ran.output + ran.log)
    return _judged(ran, f"checking {entry}", limits.memory_mb, log)


def _build(sandbox: Sandbox, build: Build, entry: str, folder: Path) -> Checked:
    programs = system.for_building()
    with sandbox.open(build.command, folder, BUILD_BOX, 0, build.mounts, build.env, programs) as box:
        ran = boxed.run(box, BUILD)
    checked = _judged(ran, f"building {entry}", BUILD_BOX.memory_mb, printable.block(ran.log))
    if not checked.ok:
        return checked
    if not ran.output:
        return Checked(ok=False, reason=f"building {entry} made nothing", log=checked.log)
    _put(ran.output, folder / build.product)
    return Checked(ok=True, log=checked.log, product=build.product)


def _put(product: bytes, target: Path) -> None:
    """Place what was built where boxes can read and start it."""
    target.parent.mkdir(mode=0o755, exist_ok=True)
    target.parent.chmod(0o755)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    unfinished.write_bytes(product)
    unfinished.chmod(0o755)
    unfinished.replace(target)


def _judged(ran: Ran, what: str, memory_mb: int, log: str) -> Checked:
    if ran.ended is None:
        return Checked(ok=False, reason=f"{what} was stopped: {ran.exceeded}", log=log)
    if ran.ended.out_of_memory:
        return Checked(ok=False, reason=f"{what} needs more than {memory_mb} MB", log=log)
    if ran.ended.code != 0:
        return Checked(ok=False, reason=_reason(log) or f"{what} ended with {ran.ended}", log=log)
    return Checked(ok=True, log=log)


def _reason(log: str) -> str:
    """The line of a compiler's words that says most: the first that names an error, else the last."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower()] or lines[-1:]
    return printable.one_line(telling[0], 300) if telling else ""
