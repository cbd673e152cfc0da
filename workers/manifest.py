"""Which language a bot is written in and which file starts it: told by `bot.toml`, else by the names."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workers import runtimes
from workers.languages import BY_ENTRY, entries_named
from workers.runtimes import Runtime

NAME = "bot.toml"
KEYS = ("language", "entry", "build")
BYTES = 64 << 10


class ManifestError(ValueError):
    """No way to tell how to start the bot; the text says what was found and what is wanted."""


@dataclass(frozen=True)
class Manifest:
    """How to start a bot; `build` holds flags for its compiler."""

    language: Runtime
    entry: str
    build: tuple[str, ...] = ()


def describe(files: Mapping[str, bytes]) -> Manifest:
    """The manifest of an upload, given how its files start; ManifestError when there is no telling."""
    if NAME in files:
        return _read(files[NAME], files)
    found = [name for name in BY_ENTRY if name in files]
    if len(found) == 1:
        return Manifest(BY_ENTRY[found[0]], found[0])
    if found:
        raise ManifestError(
            f"{' and '.join(found)} each look like the bot: leave one, or say language and entry in {NAME}"
        )
    raise ManifestError(_nothing_found(files))


def _nothing_found(files: Mapping[str, bytes]) -> str:
    wanted = f"the archive has none of {entries_named()} in its root, and no {NAME}"
    deeper = sorted(path for path in files if path.rpartition("/")[2] in BY_ENTRY)
    if deeper:
        return f"{wanted}: found {deeper[0]}; zip the files themselves, not the folder that holds them"
    return f"{wanted}: give the file to start one of these names, or say it in {NAME}"


def _read(raw: bytes, files: Mapping[str, bytes]) -> Manifest:
    table = _parse(raw)
    unknown = sorted(set(table) - set(KEYS))
    if unknown:
        raise ManifestError(f"{NAME}: unknown key {unknown[0][:40]!r}; known are {', '.join(KEYS)}")
    language = _language(table.get("language"))
    return Manifest(
        language, _entry(table.get("entry"), language, files), _build(table.get("build"), language)
    )


def _parse(raw: bytes) -> dict[str, Any]:
    if len(raw) > BYTES:
        raise ManifestError(f"{NAME} is larger than {BYTES >> 10} KiB")
    try:
        return tomllib.loads(raw.decode())
    except UnicodeDecodeError:
        raise ManifestError(f"{NAME} is not UTF-8") from None
    except ValueError as error:
        raise ManifestError(f"{NAME} is not TOML: {str(error)[:200]}") from None
    except RecursionError:
        raise ManifestError(f"{NAME} is nested too deeply") from None


def _language(value: object) -> Runtime:
    if not isinstance(value, str) or value not in runtimes.ALL:
        known = ", ".join(runtimes.ALL)
        raise ManifestError(f"{NAME}: language: found {str(value)[:40]!r}, wanted one of {known}")
    return runtimes.ALL[value]


def _entry(value: object, language: Runtime, files: Mapping[str, bytes]) -> str:
    if value is None:
        value = next((name for name in language.entries if name in files), language.entries[0])
    if not isinstance(value, str) or value not in files:
        raise ManifestError(f"{NAME}: entry: found {str(value)[:80]!r}, wanted a file of the archive")
    return value


def _build(value: object, language: Runtime) -> tuple[str, ...]:
    if value is None or value == []:
        return ()
    if not isinstance(value, list) or not all(isinstance(flag, str) for flag in value):
        raise ManifestError(f"{NAME}: build: found {str(value)[:40]!r}, wanted a list of strings")
    if not language.flags:
        raise ManifestError(f"{NAME}: build: {language.title} bots take no flags here; leave it out")
    unknown = next((flag for flag in value if flag not in language.flags), None)
    if unknown is not None:
        allowed = " ".join(language.flags)
        raise ManifestError(f"{NAME}: build: found {unknown[:40]!r}, allowed are {allowed}")
    return tuple(value)


def build_flags(folder: Path, language: str) -> tuple[str, ...]:
    """The flags that an unpacked upload's manifest asks for; ManifestError for one that may not be."""
    file = folder / NAME
    if not file.is_file():
        return ()
    return _build(_parse(file.read_bytes()).get("build"), runtimes.for_language(language))
