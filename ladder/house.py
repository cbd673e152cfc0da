"""House bots at a person's table: our own programs, each a process of its own for as long as it is asked."""

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from django.conf import settings

from ladder.demo import HOUSE_BOTS

ANSWERS_WITHIN_S = 10.0
LONGEST_LINE = 64 * 1024


class NoAnswer(Exception):
    """A house bot did not answer as it should: a fault of ours; the message says what it did."""


def programs() -> dict[str, Path]:
    """The house bots that can sit at a table, by name: those in Python, which every site has."""
    found = (path for path in HOUSE_BOTS.glob("*.py") if not path.stem.startswith("_"))
    return {path.stem.replace("_", "-"): path for path in sorted(found)}


class Player:
    """A house bot that plays one seat; it knows what its seat may know, and nothing of the site."""

    def __init__(self, name: str, game: Mapping[str, Any]) -> None:
        command = [sys.executable, "-s", "-B", str(programs()[name])]
        env = {"PATH": os.defpath, "PYTHONPATH": str(settings.BASE_DIR), "PYTHONHASHSEED": "0"}
        self.name = name
        self._process = subprocess.Popen(
            command,
            env=env,
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._rest = b""
        try:
            self._ask(game, "ready")
        except NoAnswer:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def decide(self, message: Mapping[str, Any]) -> str:
        """Its choice, as one of the message's. Raises NoAnswer."""
        choices = message["choices"]
        choice = self._ask(message, "choose").get("choice")
        if type(choice) is int and 0 <= choice < len(choices):
            choice = choices[choice]
        if choice not in choices:
            raise NoAnswer(f"{self.name} chose {str(choice)[:80]!r}, which is not legal")
        return str(choice)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        for pipe in (self._stdin, self._stdout):
            pipe.close()
        self._process.wait()

    def _ask(self, message: Mapping[str, Any], wanted: str) -> dict[str, Any]:
        try:
            self._stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._stdin.flush()
            answer = json.loads(self._line())
        except (OSError, ValueError) as error:
            raise NoAnswer(f"{self.name}: {error}") from error
        if not isinstance(answer, dict) or answer.get("type") != wanted:
            raise NoAnswer(f"{self.name} said {str(answer)[:80]!r}, wanted was {wanted!r}")
        return answer

    def _line(self) -> bytes:
        ends = time.monotonic() + ANSWERS_WITHIN_S
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest and len(self._rest) < LONGEST_LINE:
                if not selector.select(max(0.0, ends - time.monotonic())):
                    raise NoAnswer(f"{self.name} said nothing for {ANSWERS_WITHIN_S:.0f} s")
                more = os.read(self._stdout.fileno(), LONGEST_LINE)
                if not more:
                    raise NoAnswer(f"{self.name} ended")
                self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _stdout(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout
