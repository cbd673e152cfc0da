"""Native bots: Linux programs for this machine's processor, static or linked with what the system has."""

from __future__ import annotations

import platform
import shutil
import struct
import subprocess
from pathlib import Path

from workers.runtimes.c import SMOKE
from workers.runtimes.runtime import LanguageMissing, Runtime

ELF_MACHINES = {"x86_64": 62, "aarch64": 183}
HEADER = struct.Struct("<4sBB10xHH")  # magic, class, byte order, type, machine
CLASS_64, LITTLE_ENDIAN = 2, 1
EXECUTABLE, SHARED_OBJECT = 2, 3  # position-independent programs are shared objects


class Native(Runtime):
    """An ELF program that is started as it is."""

    name = "native"
    title = "machine code for Linux"
    entries = ("bot",)

    def require(self) -> None:
        if platform.machine() not in ELF_MACHINES:
            raise LanguageMissing(
                f"native bots run on {', '.join(ELF_MACHINES)}, not on {platform.machine()}"
            )

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        return [f"./{entry}"]

    def inspect(self, folder: Path, entry: str) -> str | None:
        missing = super().inspect(folder, entry)
        if missing:
            return missing
        with (folder / entry).open("rb") as file:
            fault = elf_fault(file.read(HEADER.size), platform.machine())
        if fault is None and not (folder / entry).stat().st_mode & 0o001:
            fault = "it is not executable"
        return f"{entry} cannot run here: {fault}" if fault else None

    def write_smoke_bot(self, folder: Path) -> str:
        """Written in C: an executable has no source of its own."""
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            raise LanguageMissing("no C compiler to make a native bot with: apt-get install gcc libc6-dev")
        subprocess.run(
            [compiler, "-o", folder / "bot", "-x", "c", "-"], input=SMOKE.encode(), check=True, timeout=60
        )
        return "bot"


RUNTIME = Native()


def elf_fault(header: bytes, machine: str) -> str | None:
    """Why a file that begins with these bytes is no program for `machine` (as uname says)."""
    if len(header) < HEADER.size or not header.startswith(b"\x7fELF"):
        return "it is no ELF program"
    _, size, order, kind, target = HEADER.unpack(header)
    if (size, order) != (CLASS_64, LITTLE_ENDIAN):
        return "it is no 64-bit little-endian program"
    if kind not in (EXECUTABLE, SHARED_OBJECT):
        return f"it is an ELF file of type {kind}, wanted a linked program"
    if target != ELF_MACHINES[machine]:
        known = {number: name for name, number in ELF_MACHINES.items()}
        return f"it was built for {known.get(target, f'processor {target}')}, wanted {machine}"
    return None
