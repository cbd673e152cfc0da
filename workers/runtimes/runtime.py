"""What a language is to the match runner: how an entry is started, what it sees, how it is checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from workers.sandbox.interface import Mount, SandboxError


class Runtime(ABC):
    """One language. `entry` is always a path relative to the bot's folder, such as `bot.py`."""

    name: str

    @abstractmethod
    def require(self) -> None:
        """SandboxError, with what to install, when bots of this language cannot run on this machine."""

    def available(self) -> str | None:
        """Why bots of this language cannot run on this machine; None when they can."""
        try:
            self.require()
        except SandboxError as error:
            return str(error)
        return None

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

    @abstractmethod
    def check_command(self, entry: str) -> list[str] | None:
        """The command that checks the entry inside a box, exit code 0 when it is well; None for no check."""

    @abstractmethod
    def write_smoke_bot(self, folder: Path) -> str:
        """Write a bot that repeats its input line by line into `folder`; returns its entry."""
