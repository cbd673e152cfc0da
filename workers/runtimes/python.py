"""Python bots: the interpreter of the boxes, with numpy where this machine has it, and our `engine`."""

from __future__ import annotations

import importlib.util
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from workers.runtimes.runtime import Runtime
from workers.sandbox import system
from workers.sandbox.interface import Mount, SandboxError
from workers.sandbox.interpreter import Interpreter, find_interpreter

LIBRARY = "/library"  # where a box shows numpy and the engine
NUMPY_FOLDERS = ("numpy", "numpy.libs")
CHECK = """import sys
name = sys.argv[1]
try:
    compile(open(name, "rb").read(), name, "exec")
except SyntaxError as error:
    sys.exit(f"{name}, line {error.lineno}: {error.msg}")
"""
SMOKE = """import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "choose", "n": message["n"], "choice": 0}), flush=True)
"""


class Python(Runtime):
    """CPython as `python3 -s -S -B`: no site files, a fixed hash seed, `engine` and numpy importable."""

    name = "python"
    title = "Python"
    entries = ("bot.py",)
    suffixes = (".py",)

    @cached_property
    def interpreter(self) -> Interpreter:
        """The Python of the boxes; SandboxError when there is none."""
        return find_interpreter()

    def require(self) -> None:
        self.mounts()

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        return [self.interpreter.path, "-s", "-S", "-B", f"./{entry}"]

    def check_command(self, entry: str) -> list[str]:
        return [self.interpreter.path, "-s", "-S", "-B", "-c", CHECK, entry]

    def mounts(self) -> Sequence[Mount]:
        packages = [engine_folder(), *numpy_folders(self.interpreter)]
        return [*self.interpreter.mounts, *(Mount(path, f"{LIBRARY}/{path.name}") for path in packages)]

    def env(self) -> dict[str, str]:
        return {
            "PYTHONPATH": LIBRARY,
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",  # also for interpreters that the bot starts
            "OPENBLAS_NUM_THREADS": "1",  # or numpy starts one for each core of the host
        }

    def write_smoke_bot(self, folder: Path) -> str:
        (folder / "bot.py").write_text(SMOKE)
        return "bot.py"


RUNTIME = Python()


def engine_folder() -> Path:
    """The folder of our rules engine, which bots may import."""
    spec = importlib.util.find_spec("engine")
    if spec is None or spec.origin is None:
        raise SandboxError("the package `engine` is not installed beside the workers")
    return Path(spec.origin).parent


def numpy_folders(interpreter: Interpreter) -> list[Path]:
    """numpy's folders for this interpreter, found by their files; empty where there is no numpy for it."""
    for site in _site_folders(interpreter):
        if is_numpy_for(interpreter, site):
            return [site / name for name in NUMPY_FOLDERS if (site / name).is_dir()]
    return []


def is_numpy_for(interpreter: Interpreter, site: Path) -> bool:
    """Whether the folder holds a numpy that was built for this interpreter."""
    tag = "cpython-{}{}-".format(*interpreter.version)
    return any(site.glob(f"numpy/*core/_multiarray_umath.{tag}*.so"))


def _site_folders(interpreter: Interpreter) -> Iterator[Path]:
    """Where packages for the interpreter may lie: this worker's own folder, its prefix, Debian's."""
    programs = system.for_running()
    if not programs.is_host:
        yield programs.root / "usr/lib/python3/dist-packages"
        return
    yield Path(sysconfig.get_path("platlib"))
    prefix = Path(interpreter.path).parents[1]
    yield prefix / "lib" / interpreter.library / "site-packages"
    yield Path("/usr/local/lib") / interpreter.library / "dist-packages"
    yield Path("/usr/lib/python3/dist-packages")
