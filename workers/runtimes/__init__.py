"""The languages that bots are written in: one module each."""

from workers.runtimes.javascript import JavaScript
from workers.runtimes.native import Native
from workers.runtimes.python import Python
from workers.runtimes.runtime import Runtime

ALL: dict[str, Runtime] = {runtime.name: runtime for runtime in (Python(), JavaScript(), Native())}


def for_language(name: str) -> Runtime:
    """The runtime of a language; ValueError names those there are."""
    if name not in ALL:
        raise ValueError(f"unknown language {name!r}, wanted one of: {', '.join(ALL)}")
    return ALL[name]


__all__ = ["ALL", "Runtime", "for_language"]
