"""What a language is to the match runner: how an entry is built, checked and started, and what it sees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from workers.sandbox.interface import Mount, SandboxError
from workers.sandbox.system import System, resolved

BUILT_FOLDER = ".built"  # in the bot's folder; no upload may have a file there
# Before a build's own lines: what compilers print is the log, the product alone goes to standard output.
BUILD_PREFACE = """
exec 3>&1 1>&2
work=$(mktemp -d) && export TMPDIR="$work" || exit 96
trap 'rm -rf "$work"' EXIT
set -e
"""
BUILD_END = """
cat "$work/product" >&3
"""


class LanguageMissing(SandboxError):
    """This machine has not what a language needs; the text says how to get it."""


@dataclass(frozen=True)
class Build:
    """How a bot is built: the command prints one file, the product, and logs what the compiler says.

    `product` is the path, relative to the bot's folder, where the file belongs. `command` runs with the
    upload as its read-only working folder.
    """

    command: Sequence[str]
    product: str
    mounts: Sequence[Mount] = ()
    env: Mapping[str, str] = field(default_factory=dict)


class Runtime(ABC):
    """One language. `entry` is always a path relative to the bot's folder, such as `bot.py`.

    `entries` are the names that reveal the language in a zip's root, the best first; `suffixes` those of
    single files; `flags` what `build` in a manifest may hold.
    """

    name: str
    title: str
    entries: tuple[str, ...]
    suffixes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    def single_entry(self, name: str) -> str:
        """The entry of an upload that is one source file with this name."""
        return f"bot{PurePosixPath(name).suffix.lower()}"

    @abstractmethod
    def require(self) -> None:
        """LanguageMissing, with what to install, when bots of this language cannot run on this machine."""

    def require_compiler(self) -> None:
        """LanguageMissing, with what to install, when uploads in this language cannot be built here."""
        self.require()

    def available(self) -> str | None:
        """Why bots of this language cannot be built and run on this machine; None when they can."""
        return _complaint(self.require) or _complaint(self.require_compiler)

    @abstractmethod
    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        """The command that starts the bot inside a box with `memory_mb` megabytes."""

    def mounts(self) -> Sequence[Mount]:
        """What the bot needs to see besides the system's programs and its own folder."""
        return ()

    def env(self) -> dict[str, str]:
        """The bot's environment, besides the few names every box has."""
        return {}

    def inspect(self, folder: Path, entry: str) -> str | None:
        """What is wrong with the entry, told from its bytes without running it; None when nothing is."""
        return None if (folder / entry).is_file() else f"{entry} is not a file of the upload"

    def check_command(self, entry: str) -> list[str] | None:
        """The command that checks the entry inside a box, exit code 0 when it is well; None for no check."""
        return None

    def build(self, folder: Path, entry: str, flags: Sequence[str]) -> Build | None:
        """How the upload in `folder` is built; None when it is started as it is."""
        return None

    @abstractmethod
    def write_smoke_bot(self, folder: Path) -> str:
        """Write a bot that takes the first choice of every decision into `folder`; returns its entry."""


def _complaint(require: Callable[[], None]) -> str | None:
    try:
        require()
    except SandboxError as error:
        return str(error)
    return None


def build_command(lines: str, *words: str) -> list[str]:
    """A build's command: shell lines that make the file "$work/product", with `words` as "$@"."""
    return ["/bin/sh", "-c", BUILD_PREFACE + lines + BUILD_END, "build", *words]


def sources(folder: Path, suffixes: Sequence[str]) -> list[str]:
    """The upload's files with one of these endings, relative to its folder, sorted."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix.lower() in suffixes)
    return sorted(f"./{path.relative_to(folder)}" for path in found)


def require_program(programs: System, path: str, packages: str) -> None:
    """LanguageMissing when what boxes see of the system lacks a program or file of these Debian packages."""
    if resolved(programs.root, Path(path).relative_to("/")) is not None:
        return
    if programs.is_host:
        raise LanguageMissing(f"{path} is not installed: apt-get install {packages}")
    raise LanguageMissing(f"{path} is not in the {programs}: build it again")
