"""Text of bots made safe to store and show: no control characters, no half characters, bounded."""

REPLACEMENT = "\ufffd"


def one_line(text: str, most: int) -> str:
    """At most `most` characters, control characters and lone surrogates replaced."""
    return _clean(text[:most], keep=" ")


def block(raw: bytes) -> str:
    """Output of a program as text of several lines."""
    lines = raw.decode(errors="replace").split("\n")
    return "\n".join(_clean(line.removesuffix("\r"), keep=" \t") for line in lines)


def _clean(text: str, keep: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in keep else REPLACEMENT for char in text)
