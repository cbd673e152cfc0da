"""Source text as tokens that survive renaming and laying out anew; nothing is run and nothing is parsed."""

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_TEXT = 512 * 1024
"""Characters of one file that are looked at."""
MOST_TOKENS = 100_000

WORDS = """
abstract any auto bool boolean break byte case catch chan char class const constexpr continue crate defer
default delete do double dyn else enum export extends extern final finally float fn for foreach func
function go goto if impl implements import in instanceof int interface let long loop match mod move mut
namespace new null operator package private protected pub public range ref return select self short
signed sizeof static string struct super switch template this throw throws trait true false try type
typedef typename typeof union unsafe unsigned use using val var virtual void volatile where while yield
"""
KEYWORDS = frozenset(keyword.kwlist) | frozenset(WORDS.split())
"""Of the languages that bots are written in, all together."""
PIECES = re.compile(
    r"(?P<comment>//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z))"
    r"|(?P<hash>\#[^\n]*)"
    r'|(?P<text>"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*(?:\'\'\'|\Z)'
    r'|"(?:[^"\\\n]|\\.)*(?:"|$)|\'(?:[^\'\\\n]|\\.)*(?:\'|$)|`(?:[^`\\]|\\.)*(?:`|\Z))'
    r"|(?P<number>\d[\w.]*)"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<line>\n)"
    r"|(?P<sign>[^\s\w])",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A keyword or sign as it stands; `i` for another name, `n` for a number, `s` a text. Lines from 1."""

    text: str
    line: int


def tokens(source: str, *, hash_comments: bool) -> Iterator[Token]:
    """The source's tokens, without comments. `hash_comments`: whether # begins one."""
    line, number = 1, 0
    for found in PIECES.finditer(source[:LONGEST_TEXT]):
        kind, text = found.lastgroup, found.group()
        if kind == "hash" and not hash_comments:
            kind, text = "sign", "#"  # a preprocessor's line: its first word tells enough
        plain = _plain(str(kind), text)
        if plain and number < MOST_TOKENS:
            yield Token(plain, line)
            number += 1
        line += found.group().count("\n")


def _plain(kind: str, text: str) -> str:
    if kind in ("comment", "hash", "line"):
        return ""
    if kind == "name":
        return text if text in KEYWORDS else "i"
    return {"text": "s", "number": "n"}.get(kind, text)
