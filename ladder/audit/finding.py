"""What an audit finds."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: the check that found it, where, and in a sentence what."""

    check: str
    where: str
    text: str


Findings = Iterator[Finding]
