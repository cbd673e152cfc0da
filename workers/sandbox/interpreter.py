"""The Python that runs inside boxes: the system's where it will do, else the one that runs this worker."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox import system
from workers.sandbox.interface import Mount, SandboxError
from workers.sandbox.reach import check_reachable
from workers.sandbox.system import System

OLDEST = (3, 11)
SYSTEM_PYTHON = Path("/usr/bin/python3")
NEEDED_MODULE = "json/__init__.py"  # Debian's python3-minimal lacks it


@dataclass(frozen=True)
class Interpreter:
    """A Python program by its path inside the box, and what must be mounted for it."""

    path: str
    version: tuple[int, int]
    mounts: tuple[Mount, ...] = ()

    @property
    def library(self) -> str:
        """The name of its library folder, such as `python3.11`."""
        return "python{}.{}".format(*self.version)


def find_interpreter() -> Interpreter:
    """The Python for boxes; SandboxError when there is none that a box could run."""
    programs = system.for_running()
    if not programs.is_host:
        return root_interpreter(programs)
    return system_interpreter(SYSTEM_PYTHON) or own_interpreter()


def system_interpreter(link: Path) -> Interpreter | None:
    """The system's own Python if it is new enough and whole; told by names alone, without running it."""
    program = link.resolve()
    named = re.fullmatch(r"python(\d+)\.(\d+)", program.name)
    if not program.exists() or named is None:
        return None
    version = int(named[1]), int(named[2])
    library = program.parents[1] / "lib" / program.name
    whole = (library / NEEDED_MODULE).is_file()
    return Interpreter(str(program), version) if whole and version >= OLDEST else None


def root_interpreter(programs: System) -> Interpreter:
    """The Python of a root that was built for bots."""
    path = programs.program("python3")
    version = re.fullmatch(r"/usr/bin/python(\d+)\.(\d+)", path or "")
    if path is None or version is None or (int(version[1]), int(version[2])) < OLDEST:
        raise SandboxError(f"{programs} has Python {path}, wanted python3 of 3.11 or newer: build it again")
    return Interpreter(path, (int(version[1]), int(version[2])))


def own_interpreter() -> Interpreter:
    """The Python that runs this worker, with the folder it is installed in."""
    prefix = Path(sys.base_prefix).resolve()
    program = Path(sys.executable).resolve()
    if not program.is_relative_to(prefix):
        raise SandboxError(f"no Python for boxes: {program} is not below {prefix}; install python3 >= 3.11")
    mounts = () if prefix == Path("/usr") else (Mount(prefix, str(prefix)),)
    for mount in mounts:
        check_reachable(mount.source)
    return Interpreter(str(program), sys.version_info[:2], mounts)
