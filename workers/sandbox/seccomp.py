"""The seccomp programs made from `syscalls.py`: which one this machine needs, and how they are built.

`python -m workers.sandbox.seccomp` writes them again (it needs pyseccomp and libseccomp). They are shipped,
so a worker needs neither.
"""

from __future__ import annotations

import errno
import hashlib
import json
import platform
import tempfile
from pathlib import Path

from workers.sandbox import syscalls
from workers.sandbox.interface import SandboxError

PROGRAMS = Path(__file__).with_name("programs")
SOURCE_NOTE = PROGRAMS / "built-from.json"
MACHINES = {"x86_64": "X86_64", "aarch64": "AARCH64"}  # by uname: libseccomp's name


def program_file(machine: str | None = None) -> Path:
    """The program for `machine` (by default this one); SandboxError where none is shipped."""
    machine = machine or platform.machine()
    if machine not in MACHINES:
        known = ", ".join(sorted(MACHINES))
        raise SandboxError(f"no seccomp program for machine {machine!r}, wanted one of: {known}")
    return PROGRAMS / f"{machine}.bpf"


def list_digest() -> str:
    """A fingerprint of the list of calls, to see whether the shipped programs were built from it."""
    conditions = sorted(repr(condition) for condition in syscalls.CONDITIONS)
    text = "\n".join([*sorted(syscalls.ALLOWED), *conditions])
    return hashlib.sha256(text.encode()).hexdigest()


def build(machine: str) -> bytes:
    """The program for `machine`, as the kernel reads it."""
    import pyseccomp as libseccomp

    allowing = libseccomp.SyscallFilter(libseccomp.ERRNO(errno.ENOSYS))
    wanted = getattr(libseccomp.Arch, MACHINES[machine])
    if libseccomp.system_arch() != wanted:
        allowing.add_arch(wanted)
        allowing.remove_arch(libseccomp.Arch.NATIVE)
    allowing.set_attr(libseccomp.Attr.ACT_BADARCH, libseccomp.KILL_PROCESS)
    allowing.set_attr(libseccomp.Attr.CTL_OPTIMIZE, 2)  # a binary search instead of a long chain
    for name in sorted(syscalls.ALLOWED):
        allowing.add_rule(libseccomp.ALLOW, name)
    for condition in syscalls.CONDITIONS:
        compare = libseccomp.Arg(condition.argument, libseccomp.MASKED_EQ, condition.mask, condition.value)
        allowing.add_rule(libseccomp.ALLOW, condition.call, compare)
    with tempfile.TemporaryFile() as file:
        allowing.export_bpf(file)
        file.seek(0)
        return file.read()


def main() -> None:
    """Write the programs and what they were built from."""
    PROGRAMS.mkdir(exist_ok=True)
    for machine in MACHINES:
        program_file(machine).write_bytes(build(machine))
    SOURCE_NOTE.write_text(json.dumps({"list": list_digest()}, indent=2) + "\n")


if __name__ == "__main__":
    main()
