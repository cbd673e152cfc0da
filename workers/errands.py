"""What a match runner is sent for, and what it answers: one JSON object a line, both ways."""

import json
from dataclasses import dataclass
from typing import Any

from workers import wire
from workers.contract import Failure, GameOrder, GameResult, Limits


@dataclass(frozen=True)
class PlayErrand:
    """Play one game; `folders` hold the unpacked bots by seat. Answered by Progress and one Played."""

    game: GameOrder
    limits: Limits
    folders: tuple[str, ...]


@dataclass(frozen=True)
class CheckErrand:
    """Look whether a bot's entry is well-formed, or build it in its folder. Answered by one Checked."""

    language: str
    entry: str
    folder: str
    limits: Limits


@dataclass(frozen=True)
class TestErrand:
    """Test the sandbox again. Answered by one Ready."""

    __test__ = False  # for pytest, whose tests begin with the same word


@dataclass(frozen=True)
class Ready:
    """The sandbox's level; `trouble` says why nothing can be played, empty when all is well.

    `programs` says which programs bots see, and how they start.
    """

    level: str
    trouble: str = ""
    programs: str = ""


@dataclass(frozen=True)
class Progress:
    """The game goes on; so many decisions were made."""

    decisions: int


@dataclass(frozen=True)
class Played:
    """How a game ended: a result, or the machine's failure."""

    result: GameResult | None = None
    failure: Failure | None = None

    def outcome(self) -> GameResult | Failure:
        """The one of the two that there is."""
        return self.result or self.failure or Failure("runner", "the match runner told no outcome")


@dataclass(frozen=True)
class Checked:
    """Whether a bot's entry is well; `reason` for its owner when not, `log` is what the check printed.

    `product` is what was built, a path in the bot's folder; empty for a bot that is started as it is.
    """

    ok: bool
    reason: str = ""
    log: str = ""
    failure: Failure | None = None
    product: str = ""


Errand = PlayErrand | CheckErrand | TestErrand
Answer = Ready | Progress | Played | Checked

_KINDS: dict[str, type[Any]] = {
    kind.__name__: kind for kind in (PlayErrand, CheckErrand, TestErrand, Ready, Progress, Played, Checked)
}


def to_line(message: Errand | Answer) -> bytes:
    """The message as one line."""
    return json.dumps([type(message).__name__, wire.encode(message)]).encode() + b"\n"


def from_line(line: bytes) -> Any:
    """The message on a line; WireError when it is none of those above."""
    try:
        name, body = json.loads(line)
        kind = _KINDS[name]
    except (ValueError, TypeError, KeyError) as error:
        raise wire.WireError(f"not a message of the match runner: {line[:80]!r}") from error
    return wire.decode(kind, body)
