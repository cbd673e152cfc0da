"""Compile the engine's source with mypyc: `python deploy/compile_engine.py TARGET`.

TARGET gets a whole `engine` package: the Python source, and beside it the compiled modules for this one
CPython. Whatever other interpreter reads the package finds no module of its own and takes the source. The
compiled modules are one unit, as sixty small ones take longer; what is no inner loop (commands, reports,
replays) is left out.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IGNORED = shutil.ignore_patterns("__pycache__", "*.so")
UNIT = "engine.rules"  # the unit's module is engine.rules__mypyc, so that it goes wherever the package goes
COMPILED = (
    *("attack.py", "decisions.py", "drawing.py", "eating.py", "form.py", "game.py", "growing.py"),
    *("losing.py", "payment.py", "player.py", "profile.py", "question.py"),
    *("quick.py", "scoring.py", "setup.py", "shuffling.py", "species.py", "strike.py"),
    *("table.py", "terms.py", "trait.py"),
    *("event_cards/*.py", "phases/*.py", "traits/*.py", "climate/*.py", "climate/events/*.py"),
    *("position/*.py", "rulesets/*.py", "cards.py", "happenings.py", "view.py"),
)


def main() -> int:
    """Compile into the given folder, unless what stands there is of this source and this Python."""
    if len(sys.argv) != 2:
        print("compile: wanted one folder to compile into", file=sys.stderr)
        return 2
    target = Path(sys.argv[1]).resolve()
    stamp, state = target / "stamp", source_state()
    if not stamp.is_file() or stamp.read_text() != state:
        stamp.unlink(missing_ok=True)
        compile_into(target)
        stamp.write_text(state)
    return 0


def source_state() -> str:
    """What a compiled engine is made from: changes when the source, the way or the interpreter does."""
    digest = hashlib.sha256(sys.version.encode())
    for path in (Path(__file__), *sorted((ROOT / "engine").rglob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compile_into(target: Path) -> None:
    """Put source and compiled modules into `target`/engine, in place of what stood there."""
    with tempfile.TemporaryDirectory(prefix="compile-") as folder:
        work = Path(folder)
        shutil.copytree(ROOT / "engine", work / "engine", ignore=IGNORED)
        subprocess.run([sys.executable, __file__, "--here"], cwd=work, env=_plain_environment(), check=True)
        shutil.rmtree(target / "engine", ignore_errors=True)
        shutil.copytree(work / "engine", target / "engine", ignore=shutil.ignore_patterns("__pycache__"))


def modules(engine: Path) -> list[str]:
    """The modules to compile, relative to the folder that holds the package; packages stay source."""
    found = {path for pattern in COMPILED for path in engine.glob(pattern) if path.name != "__init__.py"}
    return sorted(str(path.relative_to(engine.parent)) for path in found)


def _plain_environment() -> dict[str, str]:
    """No path of the caller's, which could bring in another engine."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "MYPY"))}


def _build_here() -> None:
    """Compile the package in the current folder, in place."""
    from mypyc.build import mypycify
    from setuptools import setup

    extensions = mypycify(
        modules(Path("engine").resolve()),
        opt_level="2",
        debug_level="0",
        group_name=UNIT,
        multi_file=False,
    )
    setup(name="engine", packages=[], ext_modules=extensions, script_args=["-q", "build_ext", "--inplace"])


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        _build_here()
    else:
        sys.exit(main())
