"""Every language builds its smoke bot in a real box and plays a whole game with it; builds that go wrong."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.workers.table import order_for
from workers import archive, boxed, match, runtimes
from workers.check import BUILD, BUILD_BOX, check, proven_builder
from workers.contract import Failure, GameResult, Limits, SeatOrder
from workers.errands import Checked
from workers.runtimes.runtime import build_command
from workers.sandbox import BoxLimits, Sandbox, SandboxError

pytestmark = pytest.mark.sandbox

# CI installs the compilers of the others; these are large, or slow: `make test-languages`
LARGE = ("go", "java", "rust")
Build = Callable[[str, dict[str, str]], Checked]


def languages() -> list[Any]:
    """All of them; compiling takes a busy machine minutes."""
    patient = pytest.mark.timeout(600)
    large = (patient, pytest.mark.slow)
    return [pytest.param(name, marks=large if name in LARGE else patient) for name in sorted(runtimes.ALL)]


def needs(language: str) -> None:
    """Skip the test with how to get the language; in CI what it installs must be there."""
    reason = runtimes.for_language(language).available()
    if reason and os.environ.get("CI") and language not in LARGE:
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


@pytest.fixture
def build(sandbox: Sandbox, open_folder: Path) -> Build:
    """Checks or builds an upload of these files; its language's own entry name comes first."""

    def built(language: str, files: dict[str, str]) -> Checked:
        needs(language)
        for name, text in files.items():
            (open_folder / name).write_text(text)
        return check(sandbox, language, next(iter(files)), open_folder, Limits())

    return built


@pytest.mark.parametrize("language", languages())
def test_a_smoke_bot_is_built_and_plays_a_game(sandbox: Sandbox, open_folder: Path, language: str) -> None:
    needs(language)
    entry = runtimes.for_language(language).write_smoke_bot(open_folder)
    checked = check(sandbox, language, entry, open_folder, Limits())
    assert checked.ok, (checked.reason, checked.failure, checked.log)
    seats = tuple(SeatOrder(language, "0" * 64, "", entry, language, entry, seed) for seed in range(2))
    order = replace(order_for(["honest", "honest"]), seats=seats)
    limits = Limits(start_ms=60_000, bank_ms=60_000, decision_wall_ms=20_000)
    result = match.play(sandbox, order, limits, [open_folder] * 2, 1.0, lambda decisions: None)
    assert isinstance(result, GameResult), result
    assert result.faults == ()
    assert result.decisions > 20


@pytest.mark.parametrize("language", sorted(runtimes.ALL))
def test_a_missing_entry_is_named(language: str, open_folder: Path) -> None:
    fault = runtimes.for_language(language).inspect(open_folder, "absent")
    assert fault == "absent is not a file of the upload"


@pytest.mark.parametrize(
    ("language", "entry", "source", "says"),
    [
        ("c", "bot.c", "int main(void) { return x; }\n", "./bot.c:1:25: error: ‘x’ undeclared"),
        ("cpp", "bot.cpp", "int main() { return x; }\n", "./bot.cpp:1:21: error: ‘x’ was not declared"),
        ("typescript", "bot.ts", "const x: number = ;\n", 'Unexpected ";"'),
        ("wasm", "bot.wasm", "(module)", "is no WebAssembly module"),
        pytest.param("java", "Bot.java", "class Bot { int x = y; }", "symbol", marks=pytest.mark.slow),
        pytest.param("rust", "bot.rs", "fn main() { x }", "cannot find value", marks=pytest.mark.slow),
        pytest.param("go", "bot.go", "package main\nfunc main() { x }", "x", marks=pytest.mark.slow),
    ],
)
def test_an_error_is_refused_with_the_compilers_words(
    build: Build, language: str, entry: str, source: str, says: str
) -> None:
    checked = build(language, {entry: source})
    assert (checked.ok, checked.failure, checked.product) == (False, None, "")
    assert says in checked.reason + checked.log


def test_all_files_of_a_c_upload_are_built_together_with_the_flags_of_its_manifest(build: Build) -> None:
    files = {
        "bot.c": "int answer(void);\nint main(void) { return answer(); }\n#ifndef NDEBUG\n#error\n#endif\n",
        "answer.c": "int answer(void) { return 42; }\n",
        "bot.toml": 'language = "c"\nbuild = ["-DNDEBUG", "-O3"]\n',
    }
    checked = build("c", files)
    assert checked.ok, checked.log
    assert checked.product == ".built/bot"


def test_what_a_compiler_warns_of_is_in_the_log(build: Build) -> None:
    checked = build("c", {"bot.c": '#warning "look here"\nint main(void) { return 0; }\n'})
    assert checked.ok
    assert "look here" in checked.log


def test_a_file_of_the_machine_is_not_there_to_be_included(build: Build) -> None:
    checked = build("c", {"bot.c": '#include "/etc/shadow"\nint main(void) { return 0; }\n'})
    assert "/etc/shadow: No such file or directory" in checked.reason


def test_a_build_that_eats_all_memory_is_the_uploads_fault(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    hungry = runtimes.Build(build_command("tail /dev/zero"), ".built/bot")
    monkeypatch.setattr(runtimes.ALL["c"], "build", lambda folder, entry, flags: hungry)
    monkeypatch.setattr("workers.check.BUILD_BOX", replace(BUILD_BOX, memory_mb=48))
    checked = build("c", {"bot.c": "int main(void) { return 0; }\n"})
    assert (checked.failure, checked.reason) == (None, "building bot.c needs more than 48 MB")


def test_a_build_without_end_is_stopped(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.check.BUILD", replace(BUILD, cpu_s=1.0))
    endless = "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(A(x))))\nint f(void) { B(B(B(1;))) }\n"
    checked = build("c", {"bot.c": endless})
    assert checked.failure is None
    assert "building bot.c was stopped: it used more than 1 s of processor time" in checked.reason


def test_a_built_bot_that_is_too_large_is_refused(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.check.BUILD", replace(BUILD, output_bytes=1 << 20))
    checked = build("c", {"bot.c": "char big[2 << 20] = {1};\nint main(void) { return big[7]; }\n"})
    assert checked.reason == "building bot.c was stopped: its output is larger than 1 MiB"


def test_a_machine_without_the_compiler_says_how_to_get_it(
    sandbox: Sandbox, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUILD_ROOT", "host")
    monkeypatch.setattr("workers.runtimes.go.GO", "/nowhere/go")
    proven_builder.cache_clear()
    failure = check(sandbox, "go", "bot.go", open_folder, Limits()).failure
    assert failure == Failure("language", "/nowhere/go is not installed: apt-get install golang-go")


@pytest.mark.parametrize(("waits", "outcome"), [(True, "machine"), (False, "command")])
def test_a_busy_machine_is_told_from_a_slow_command(
    sandbox: Sandbox, open_folder: Path, monkeypatch: pytest.MonkeyPatch, waits: bool, outcome: str
) -> None:
    began = time.monotonic()
    bounds = boxed.Bounds(wall_s=1.0, cpu_s=10, output_bytes=100, log_bytes=100)
    with sandbox.open(["/usr/bin/sleep", "60"], open_folder, BoxLimits(memory_mb=64, cpu_s=10), 0) as box:
        monkeypatch.setattr(box, "waited_ms", lambda: (time.monotonic() - began) * 1000 if waits else 0.0)
        if outcome == "machine":
            with pytest.raises(SandboxError, match="the machine is too busy"):
                boxed.run(box, bounds)
        else:
            assert boxed.run(box, bounds).exceeded == "it took longer than 1 s"


def test_a_flood_in_the_log_is_cut_and_said(sandbox: Sandbox, open_folder: Path) -> None:
    command = ["/bin/sh", "-c", "head -c 300000 /dev/zero >&2; echo done"]
    bounds = boxed.Bounds(wall_s=30, cpu_s=10, output_bytes=100, log_bytes=1000)
    with sandbox.open(command, open_folder, BoxLimits(memory_mb=64, cpu_s=10), 0) as box:
        ran = boxed.run(box, bounds)
    assert ran.output == b"done\n"
    assert ran.log == bytes(1000) + b"\n[299000 more bytes were not kept]\n"


def test_languages_that_can_be_built_here_are_told() -> None:
    assert "python" in runtimes.available()
    assert set(runtimes.available()) <= set(runtimes.ALL)


def test_archives_know_every_language() -> None:
    for language in runtimes.ALL.values():
        if language.suffixes:
            assert archive.inspect(b"x", f"Bot{language.suffixes[0]}").language == language.name
