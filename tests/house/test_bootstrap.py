"""Setting up a clone: once, by uv, by pip where uv cannot be had, and with a clear line where neither can."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FAKE_UV = """#!/bin/sh
echo "$@" >> "{log}"
case "$1" in
  venv) mkdir -p .venv/bin && ln -sf {python} .venv/bin/python ;;
  pip) exit {pip_exit} ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The files of a clone that its set-up reads, and packages to compile."""
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    for package in ("engine", "workers", "ladder"):
        (tmp_path / package).mkdir()
    (tmp_path / "deploy").mkdir()
    shutil.copy(ROOT / "deploy" / "bootstrap.py", tmp_path / "deploy" / "bootstrap.py")
    return tmp_path


def _give_uv(clone: Path, pip_exit: int = 0) -> Path:
    """A uv that only writes down what it was asked; its log."""
    log = clone / "uv.log"
    uv = clone / ".tools" / "bin" / "uv"
    uv.parent.mkdir(parents=True)
    uv.write_text(FAKE_UV.format(log=log, python=sys.executable, pip_exit=pip_exit))
    uv.chmod(0o755)
    return log


def _bootstrap(clone: Path, *wanted: str, path: str = "/usr/bin:/bin") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(clone / "deploy" / "bootstrap.py"), *wanted]
    return subprocess.run(
        command, cwd=clone, env={"PATH": path}, capture_output=True, text=True, timeout=60, check=False
    )


def test_uv_installs_the_pinned_versions_of_the_wanted_parts(clone: Path) -> None:
    log = _give_uv(clone)
    assert _bootstrap(clone, "service", "test").returncode == 0
    asked = log.read_text()
    assert "-c constraints.txt -e .[service] --group test" in asked


def test_the_second_run_does_nothing(clone: Path) -> None:
    log = _give_uv(clone)
    _bootstrap(clone, "service")
    log.unlink()
    again = _bootstrap(clone, "service")
    assert (again.returncode, again.stdout) == (0, "")
    assert not log.exists()


def test_a_changed_pin_is_installed(clone: Path) -> None:
    log = _give_uv(clone)
    _bootstrap(clone, "service")
    log.unlink()
    with (clone / "constraints.txt").open("a") as file:
        file.write("# another day\n")
    _bootstrap(clone, "service")
    assert "pip install" in log.read_text()


def test_where_neither_uv_nor_pip_can_be_had_one_line_says_what_to_install(clone: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(clone / 'deploy')!r}); sys.argv = ['bootstrap.py', 'service']\n"
        "import bootstrap\n"
        "bootstrap._has_pip = lambda: False\n"
        "sys.exit(bootstrap.main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith(f"bootstrap: {sys.executable} has no pip; install it")


def test_an_old_python_is_refused_with_the_wanted_version(clone: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(clone / 'deploy')!r})\n"
        "import bootstrap\n"
        "sys.version_info = (3, 9, 2)\n"
        "sys.exit(bootstrap.main())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "wanted 3.11 or newer" in done.stderr


def test_the_makefile_says_what_each_target_does() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    told = {line.split()[0] for line in done.stdout.splitlines() if line.strip()}
    assert {"help", "demo", "test", "test-all", "check", "bench"} <= told
