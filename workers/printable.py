"""Text of bots made safe to store and show: no control characters, no half characters, bounded."""


def one_line(text: str, most: int) -> str:
    """At most `most` characters, control characters and lone surrogates replaced."""
    return _clean(text[:most], keep="")


def block(raw: bytes) -> str:
    """Output of a program as text of several lines."""
    return _clean(raw.decode(errors="replace").replace("\r\n", "\n"), keep="\n\t")


def _clean(text: str, keep: str) -> str:
    return "".join(char if char in keep or _is_safe(char) else "\ufffd" for char in text)


def _is_safe(char: str) -> bool:
    return char.isprintable() or char == " "
