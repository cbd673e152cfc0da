"""What Python, JavaScript and native bots see in a real box, and how uploads are checked before they play."""

import os
import platform
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from workers import runtimes
from workers.runtimes import Runtime, native, python
from workers.sandbox import BoxExit, BoxLimits, Sandbox, detect
from workers.sandbox.interface import Level
from workers.sandbox.interpreter import Interpreter

pytestmark = pytest.mark.sandbox

LIMITS = BoxLimits(memory_mb=256, cpu_s=20)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with detect(Level.NAMESPACES) as sandbox:
        yield sandbox


def output_of(sandbox: Sandbox, runtime: Runtime, folder: Path, source: str) -> str:
    """What a Python bot prints."""
    (folder / "bot.py").write_text(source)
    with sandbox.open(runtime.command("bot.py"), folder, LIMITS, 0, runtime.mounts(), runtime.env()) as box:
        assert box.wait(10) == BoxExit(0, None, out_of_memory=False), os.read(box.stderr, 4096)
        return os.read(box.stdout, 4096).decode().strip()


@pytest.mark.parametrize(
    ("language", "entry", "source", "complaint"),
    [
        ("python", "bot.py", "def choose(:\n", "bot.py, line 1: invalid syntax"),
        ("python", "bot.py", "x = '\udcff'", "bot.py, line 1: (unicode error)"),
        ("javascript", "bot.js", "const x = ;", "SyntaxError"),
    ],
)
def test_broken_source_fails_its_check_with_the_place(
    sandbox: Sandbox, open_folder: Path, language: str, entry: str, source: str, complaint: str
) -> None:
    runtime = runtimes.for_language(language)
    if runtime.available() and not os.environ.get("CI"):
        pytest.skip(f"no {language} here")
    (open_folder / entry).write_bytes(source.encode("utf-8", "surrogateescape"))
    command = runtime.check_command(entry)
    assert command
    with sandbox.open(command, open_folder, LIMITS, 0, runtime.mounts(), runtime.env()) as box:
        ended = box.wait(20)
        assert complaint in os.read(box.stderr, 4096).decode()
    assert ended is not None
    assert ended.code == 1


def test_unknown_language_names_those_there_are() -> None:
    with pytest.raises(
        ValueError, match="unknown language 'cobol', wanted one of: c, cpp, go, java, javascript, native"
    ):
        runtimes.for_language("cobol")


class TestPython:
    @pytest.fixture
    def runtime(self) -> Runtime:
        return runtimes.for_language("python")

    def test_second_file_of_the_bot_is_imported(
        self, sandbox: Sandbox, runtime: Runtime, open_folder: Path
    ) -> None:
        (open_folder / "brain.py").write_text("WORD = 'thought'")
        assert output_of(sandbox, runtime, open_folder, "import brain; print(brain.WORD)") == "thought"

    def test_engine_is_imported_and_nothing_else_of_ours(
        self, sandbox: Sandbox, runtime: Runtime, open_folder: Path
    ) -> None:
        source = "import engine\ntry:\n    import workers\nexcept ImportError:\n    print('alone')"
        assert output_of(sandbox, runtime, open_folder, source) == "alone"

    def test_hashes_are_the_same_in_every_start(
        self, sandbox: Sandbox, runtime: Runtime, open_folder: Path
    ) -> None:
        hashes = {output_of(sandbox, runtime, open_folder, "print(hash('evolution'))") for _ in range(2)}
        assert len(hashes) == 1

    def test_site_files_are_not_read(self, sandbox: Sandbox, runtime: Runtime, open_folder: Path) -> None:
        source = "import sys; print('site' in sys.modules, sys.flags.dont_write_bytecode)"
        assert output_of(sandbox, runtime, open_folder, source) == "False 1"

    def test_numpy_of_a_matching_python_is_shown(
        self, sandbox: Sandbox, open_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        runtime = python.Python()
        site, bot = open_folder / "site", open_folder / "bot"
        tag = "cpython-{}{}-x86_64-linux-gnu".format(*runtime.interpreter.version)
        core = site / "numpy" / "_core"
        core.mkdir(parents=True)
        (core / f"_multiarray_umath.{tag}.so").touch()
        (site / "numpy" / "__init__.py").write_text("NAME = 'numpy'")
        (site / "numpy.libs").mkdir()
        (site / "celery.py").touch()
        bot.mkdir()
        monkeypatch.setattr(python, "_site_folders", lambda interpreter: [site])
        source = "import os, numpy; print(numpy.NAME, *sorted(os.listdir('/library')))"
        assert output_of(sandbox, runtime, bot, source) == "numpy engine numpy numpy.libs"

    def test_numpy_of_another_python_is_passed_over(self, tmp_path: Path) -> None:
        (tmp_path / "numpy" / "core").mkdir(parents=True)
        (tmp_path / "numpy" / "core" / "_multiarray_umath.cpython-312-x86_64-linux-gnu.so").touch()
        assert not python.is_numpy_for(Interpreter("/usr/bin/python3.11", (3, 11)), tmp_path)
        assert python.is_numpy_for(Interpreter("/usr/bin/python3.12", (3, 12)), tmp_path)


def elf(size: int = 2, order: int = 1, kind: int = 3, machine: int = 62) -> bytes:
    """The first bytes of an ELF file."""
    return struct.pack("<4sBB10xHH", b"\x7fELF", size, order, kind, machine)


class TestNative:
    @pytest.mark.parametrize(
        ("header", "fault"),
        [
            (elf(), None),
            (elf(kind=2), None),
            (b"", "it is no ELF program"),
            (b"#!/bin/sh\nexec something long\n", "it is no ELF program"),
            (elf()[:10], "it is no ELF program"),
            (elf(size=1), "it is no 64-bit little-endian program"),
            (elf(kind=1), "it is an ELF file of type 1, wanted a linked program"),
            (elf(machine=183), "it was built for aarch64, wanted x86_64"),
            (elf(machine=8), "it was built for processor 8, wanted x86_64"),
        ],
    )
    def test_header_tells_whether_it_can_run(self, header: bytes, fault: str | None) -> None:
        assert native.elf_fault(header, "x86_64") == fault

    @pytest.mark.skipif(platform.machine() not in native.ELF_MACHINES, reason="no native bots here")
    def test_file_that_is_not_executable_is_refused(self, open_folder: Path) -> None:
        machine = native.ELF_MACHINES[platform.machine()]
        (open_folder / "bot").write_bytes(elf(machine=machine) + bytes(100))
        fault = runtimes.for_language("native").inspect(open_folder, "bot")
        assert fault == "bot cannot run here: it is not executable"

    @pytest.mark.skipif(platform.machine() not in native.ELF_MACHINES, reason="no native bots here")
    def test_script_is_no_native_bot(self, open_folder: Path) -> None:
        (open_folder / "bot").write_text("#!/bin/sh\necho this is a script\n")
        fault = runtimes.for_language("native").inspect(open_folder, "bot")
        assert fault == "bot cannot run here: it is no ELF program"
