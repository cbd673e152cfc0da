"""The languages that a bot may be written in, and the files that tell them apart."""

from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True)
class Language:
    """One language: the entry names that reveal it in a zip's root, the best first."""

    name: str
    title: str
    entries: tuple[str, ...]
    playable: bool = False
    single_suffixes: tuple[str, ...] = ()


ALL = (
    Language("python", "Python", ("bot.py",), playable=True, single_suffixes=(".py",)),
    Language("javascript", "JavaScript", ("bot.js",), playable=True, single_suffixes=(".js", ".mjs", ".cjs")),
    Language("native", "machine code for Linux", ("bot",), playable=True),
    Language("typescript", "TypeScript", ("bot.ts",), single_suffixes=(".ts",)),
    Language("c", "C", ("bot.c",), single_suffixes=(".c",)),
    Language("cpp", "C++", ("bot.cpp",), single_suffixes=(".cpp", ".cc", ".cxx")),
    Language("rust", "Rust", ("bot.rs", "Cargo.toml"), single_suffixes=(".rs",)),
    Language("java", "Java", ("Bot.java", "Main.java"), single_suffixes=(".java",)),
    Language("go", "Go", ("bot.go",), single_suffixes=(".go",)),
    Language("wasm", "WebAssembly", ("bot.wasm",), single_suffixes=(".wasm",)),
)
BY_NAME = {language.name: language for language in ALL}
BY_ENTRY = {entry: language for language in ALL for entry in language.entries}
_BY_SUFFIX = {suffix: language for language in ALL for suffix in language.single_suffixes}


def of_single_file(name: str) -> tuple[str, str] | None:
    """Language and entry name of a bot that is one source file; None when its ending tells nothing."""
    suffix = PurePosixPath(name).suffix.lower()
    language = _BY_SUFFIX.get(suffix)
    return None if language is None else (language.name, f"bot{suffix}")


def languages_named() -> str:
    """The playable kinds of single files, for messages."""
    return ".py, .js, or an executable built for Linux"
