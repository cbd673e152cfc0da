"""The files that tell apart the languages that bots are written in."""

from pathlib import PurePosixPath

from workers import runtimes

BY_ENTRY = {entry: runtime for runtime in runtimes.ALL.values() for entry in runtime.entries}
_BY_SUFFIX = {suffix: runtime for runtime in runtimes.ALL.values() for suffix in runtime.suffixes}


def of_single_file(name: str) -> tuple[str, str] | None:
    """Language and entry name of a bot that is one source file; None when its ending tells nothing."""
    runtime = _BY_SUFFIX.get(PurePosixPath(name).suffix.lower())
    return None if runtime is None else (runtime.name, runtime.single_entry(name))


def languages_named() -> str:
    """The kinds of single files, for messages."""
    suffixes = sorted(runtime.suffixes[0] for runtime in runtimes.ALL.values() if runtime.suffixes)
    return f"{', '.join(suffixes)}, or an executable built for Linux"


def entries_named() -> str:
    """The names that a zip's entry may have, for messages."""
    return ", ".join(sorted(BY_ENTRY, key=str.lower))
