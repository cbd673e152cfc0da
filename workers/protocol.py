"""The bot protocol, version 1 (engine/docs/protocol.md 5): lines that go out, answers taken apart."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from workers import pipes, printable
from workers.contract import FaultKind, Limits
from workers.seat import Slip, shown
from workers.strict_json import NotJsonError, parse_object

VERSION = 1
NOTE_CHARACTERS = 200
_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)


@dataclass(frozen=True)
class Chosen:
    """A bot's answer: the index of its choice, and its note on it (empty for none)."""

    index: int
    note: str


def line(message: Mapping[str, Any]) -> bytes:
    """A message as it goes to a bot."""
    return _ENCODER.encode(message).encode() + b"\n"


def told_limits(limits: Limits) -> dict[str, int]:
    """All limits that hold for the bot, by name."""
    return {**asdict(limits), "line_bytes": pipes.LINE_BYTES, "output_bytes": pipes.OUTPUT_BYTES}


def ready_slip(answer: bytes) -> Slip | None:
    """What is wrong with the answer to `game`; None when the bot is ready."""
    try:
        message = parse_object(answer)
    except NotJsonError as error:
        return Slip(
            FaultKind.NOT_JSON,
            f"wanted one JSON object on the line, found no strict JSON: {error}",
            shown(answer),
        )
    kind = message.get("type")
    if kind == "ready":
        return None
    if kind == "choose":
        text = 'wanted {"type":"ready"} first, found that the bot chose before it was asked'
        return Slip(FaultKind.UNSOLICITED, text, shown(answer))
    return Slip(
        FaultKind.NO_START, 'the first line must be {"type":"ready"}, found something else', shown(answer)
    )


def read_choice(answer: bytes, n: int, choices: Sequence[str]) -> Chosen | Slip:
    """The choice in the answer to decision `n`, or what is wrong with it."""
    try:
        message = parse_object(answer)
    except NotJsonError as error:
        return Slip(
            FaultKind.NOT_JSON,
            f"wanted one JSON object on the line, found no strict JSON: {error}",
            shown(answer),
        )
    if message.get("type") != "choose":
        return Slip(FaultKind.ILLEGAL, 'the answer must have "type":"choose"', shown(answer))
    if type(message.get("n")) is not int or message["n"] != n:
        return Slip(FaultKind.WRONG_N, f'the answer must have "n":{n}', shown(answer))
    index = _index(message.get("choice"), choices)
    if index is None:
        return Slip(FaultKind.ILLEGAL, "the choice is none of those that were offered", shown(answer))
    return Chosen(index, _note(message.get("note")))


def _index(choice: object, choices: Sequence[str]) -> int | None:
    if type(choice) is int:
        return choice if 0 <= choice < len(choices) else None
    if not isinstance(choice, str) or choice not in choices:
        return None
    return choices.index(choice)


def _note(note: object) -> str:
    """A note is a favour to readers: what is no text is left out, what is too long is cut."""
    return printable.one_line(note, NOTE_CHARACTERS) if isinstance(note, str) else ""
