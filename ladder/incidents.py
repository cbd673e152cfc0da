"""What should not be, kept for staff: reports that could not count, messages that nobody could read."""

import json
from typing import Any

from ladder import text
from ladder.models import Incident
from workers import wire

PAYLOAD_LIMIT = 4000


def note(kind: str, what: str, payload: Any = None, match_id: int | None = None) -> None:
    """Keep one incident; `payload` is the message that it is about, as it came or as a contract's record."""
    Incident.objects.create(
        kind=kind,
        match_id=match_id,
        text=text.clean(what, 1000),
        payload=text.clean("" if payload is None else _shown(payload), PAYLOAD_LIMIT),
    )


def _shown(payload: Any) -> str:
    if isinstance(payload, (bytes, str)):
        return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else payload
    try:
        return json.dumps(wire.encode(payload), ensure_ascii=False, default=repr)
    except (TypeError, ValueError, RecursionError):
        return repr(payload)[:PAYLOAD_LIMIT]
