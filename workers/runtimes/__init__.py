"""The languages that bots are written in: one module each, found by its file."""

import importlib
import pkgutil
from collections.abc import Iterator

from workers.runtimes.runtime import BUILT_FOLDER, Build, LanguageMissing, Runtime


def _found() -> Iterator[Runtime]:
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda found: found.name):
        runtime = getattr(importlib.import_module(f"{__name__}.{module.name}"), "RUNTIME", None)
        if runtime is not None:
            yield runtime


ALL: dict[str, Runtime] = {runtime.name: runtime for runtime in _found()}


def for_language(name: str) -> Runtime:
    """The runtime of a language; ValueError names those there are."""
    if name not in ALL:
        raise ValueError(f"unknown language {name!r}, wanted one of: {', '.join(ALL)}")
    return ALL[name]


def available() -> tuple[str, ...]:
    """The languages that this machine can build and run."""
    return tuple(name for name, runtime in ALL.items() if runtime.available() is None)


__all__ = ["ALL", "BUILT_FOLDER", "Build", "LanguageMissing", "Runtime", "available", "for_language"]
