"""The system's programs that boxes see: a root folder built for bots, or the host's own /usr."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox import filelist
from workers.sandbox.interface import SandboxError

SETTING = "BOT_ROOT"
BUILD_SETTING = "BUILD_ROOT"
HOST_WORD = "host"  # the setting's value that asks for the host's programs
USUAL_PLACE = Path("/var/lib/wateringhole")
HOST = Path("/")
TOP_FOLDERS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
PROGRAM_FOLDERS = ("usr/bin", "usr/local/bin")
# what the dynamic linker and programs behind Debian's alternatives need of the host's /etc
HOST_FILES = ("/etc/ld.so.cache", "/etc/alternatives")
SETUID = stat.S_ISUID | stat.S_ISGID


@dataclass(frozen=True)
class System:
    """The programs below `root`; `version` is that of a root built for bots, empty for the host's own."""

    root: Path
    version: str = ""

    @property
    def is_host(self) -> bool:
        """Whether boxes see the host's programs."""
        return self.root == HOST

    def __str__(self) -> str:
        return "the host's /usr" if self.is_host else f"bot root {self.version[:12]} in {self.root}"

    def program(self, name: str) -> str | None:
        """Where a box finds a program, links followed; None where there is none."""
        for folder in PROGRAM_FOLDERS[: 2 if self.is_host else 1]:
            found = resolved(self.root, Path(folder, name))
            if found is not None and os.access(self.root / found, os.X_OK):
                return f"/{found}"
        return None

    def view(self) -> list[str]:
        """bubblewrap's options that show these programs, read-only."""
        links, shown = self.parts()
        words = [word for source, target in shown for word in ("--ro-bind", source, target)]
        return words + [word for target, name in links.items() for word in ("--symlink", name, target)]

    def parts(self) -> tuple[dict[str, str], list[tuple[str, str]]]:
        """What a box sees of it: links by their place, and (source, place) of files and folders."""
        tops = [self.root / name for name in TOP_FOLDERS]
        links = {f"/{top.name}": os.readlink(top) for top in tops if top.is_symlink()}
        folders = [self.root / "usr", *(top for top in tops if top.is_dir() and not top.is_symlink())]
        shown = [(str(folder), f"/{folder.name}") for folder in folders]
        if not self.is_host:
            return links, [*shown, (str(self.root / "etc"), "/etc")]
        return links, shown + [(file, file) for file in HOST_FILES if Path(file).exists()]


def resolved(root: Path, path: Path) -> Path | None:
    """`path` below `root` with links followed as if `root` were `/`; None when it ends nowhere."""
    for _ in range(40):
        if not (root / path).is_symlink():
            return path if (root / path).exists() else None
        target = Path("/", path).parent / os.readlink(root / path)
        path = Path(os.path.normpath(target)).relative_to("/")
    return None


def for_running() -> System:
    """What bots see while they play: BOT_ROOT, else the root in its usual place, else the host's.

    SandboxError when the setting names a folder that is no root, or one that was tampered with.
    """
    return _chosen(os.environ.get(SETTING, ""), "run")


def for_building() -> System:
    """What compilers see: BUILD_ROOT, else the root in its usual place, else the host's."""
    return _chosen(os.environ.get(BUILD_SETTING, ""), "build")


def _chosen(word: str, kind: str) -> System:
    usual = USUAL_PLACE / kind
    if word == HOST_WORD or (not word and not usual.exists()):
        return System(HOST)
    return load(Path(word) if word else usual, kind)


def load(root: Path, kind: str) -> System:
    """The root that was built in a folder, after a look that takes milliseconds."""
    root = root.resolve()
    advice = f"build it by `make botroot`, or set {SETTING}=host or {BUILD_SETTING}=host to do without"
    try:
        stamp = json.loads((root / filelist.STAMP).read_text())
        version, found = str(stamp["version"]), str(stamp["kind"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SandboxError(f"{root} is no root folder for bots ({_reason(error)}): {advice}") from error
    if found != kind:
        raise SandboxError(f"{root} is a root folder to {found} bots, wanted one to {kind} them: {advice}")
    try:
        listed = filelist.digest(root)
    except filelist.FileListError as error:
        raise SandboxError(f"{error}: {advice}") from error
    if listed != version:
        raise SandboxError(f"{root} has a list of files that is not its own: {advice}")
    return System(root, version)


def _reason(error: Exception) -> str:
    return error.strerror or "" if isinstance(error, OSError) else f"{filelist.STAMP} cannot be read"


def dangers(root: Path) -> Iterator[str]:
    """What must not lie in a root for bots: setuid files, files that others may write, devices, secrets."""
    for folder, names, files in os.walk(root):
        for name in (*names, *files):
            path = Path(folder, name)
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                continue
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                yield f"{path.relative_to(root)} is neither a file nor a folder"
            elif mode & (SETUID | stat.S_IWOTH):
                yield f"{path.relative_to(root)} has mode {stat.S_IMODE(mode):04o}"
    yield from (name for name in ("etc/shadow", "etc/passwd", "root", "home") if (root / name).exists())
