"""How error messages show what they found."""

from __future__ import annotations

LONGEST = 60


def shown(value: object) -> str:
    """A value in Python's words, cut when it is long; huge numbers by their size."""
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return "a huge number"
    text = repr(value[:LONGEST] if isinstance(value, str) else value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
