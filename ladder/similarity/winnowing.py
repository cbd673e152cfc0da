"""Fingerprints of token sequences by winnowing (Schleimer, Wilkerson, Aiken 2003).

Any run of GRAM + WINDOW - 1 tokens that two sources share leaves at least one fingerprint in both; runs
shorter than GRAM leave none.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ladder.similarity.lexing import Token

GRAM, WINDOW = 16, 10


@dataclass(frozen=True, slots=True)
class Print:
    """A fingerprint and where its tokens stand: file, first and last line."""

    value: int
    file: str
    first: int
    last: int


def winnow(file: str, tokens: Sequence[Token]) -> list[Print]:
    """The fingerprints of one file, in its order."""
    grams = [_print(file, tokens[i : i + GRAM]) for i in range(len(tokens) - GRAM + 1)]
    return [grams[i] for i in _chosen([gram.value for gram in grams])]


def _print(file: str, gram: Sequence[Token]) -> Print:
    text = " ".join(token.text for token in gram).encode("utf-8", "replace")
    value = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
    return Print(value, file, gram[0].line, gram[-1].line)


def _chosen(values: Sequence[int]) -> Iterator[int]:
    """The places of the least value of each window, the last one of equals; each place once."""
    last = -1
    for start in range(max(1, len(values) - WINDOW + 1) if values else 0):
        window = range(start, min(start + WINDOW, len(values)))
        least = min(window, key=lambda place: (values[place], -place))
        if least != last:
            last = least
            yield least


def values(prints: Iterable[Print]) -> frozenset[int]:
    """The fingerprints alone."""
    return frozenset(each.value for each in prints)
