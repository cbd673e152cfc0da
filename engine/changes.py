"""What differs between two JSON values: paths and new values, for frames and for messages."""

from collections.abc import Iterator
from typing import Any

Path = list[str | int]
Change = tuple[Path, Any]  # where, and what stands there now; None for a key that is gone


def changes(old: Any, new: Any) -> list[Change]:
    """The places where `new` differs from `old`; a list whose length changed is one place (protocol.md 6)."""
    return list(_changes(old, new, []))


def _changes(old: Any, new: Any, path: Path) -> Iterator[Change]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() - new.keys(), key=str):
            yield [*path, key], None
        for key, value in new.items():
            yield from _changes(old[key], value, [*path, key]) if key in old else [([*path, key], value)]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, value in enumerate(new):
            yield from _changes(old[index], value, [*path, index])
    elif type(old) is not type(new) or old != new:
        yield path, new


def as_place(path: Path) -> str:
    """The path as people write it: `seats[0].bag`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")
