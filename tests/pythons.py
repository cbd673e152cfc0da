"""`make test-pythons`: the engine's tests on every Python from 3.11 on that this machine has.

Each has an environment of its own with pytest and hypothesis, nothing of the service; arguments go to pytest.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".tools"
WANTED = ("3.11", "3.12", "3.13", "3.14")
NEEDED = ("pytest", "pytest-xdist", "pytest-timeout", "hypothesis")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
SAY_VERSION = "import platform; print(platform.python_implementation(), platform.python_version())"
ALONE = ("-c", "tests/engine/alone.ini", "--rootdir", ".", "--confcutdir", "tests/engine")


def main(arguments: list[str]) -> int:
    """Run them one after another; 1 when a Python failed or none was found."""
    outcomes = []
    for version in WANTED:
        python = next(interpreters(version), None)
        if python is None:
            print(f"python {version}: not on this machine", flush=True)
            continue
        print(f"python {version}: {python}", flush=True)
        outcomes.append((version, _passes(environment(version, python), arguments)))
    print(", ".join(f"{version} {'passed' if passed else 'FAILED'}" for version, passed in outcomes))
    return 0 if outcomes and all(passed for _, passed in outcomes) else 1


def interpreters(version: str) -> Iterator[str]:
    """Interpreters of that version that start, from the PATH and from pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [shutil.which(f"python{version}"), *map(str, sorted(pyenv.glob(f"{version}.*/bin/python")))]
    for python in filter(None, found):
        said = subprocess.run([python, "-c", SAY_VERSION], capture_output=True, text=True, check=False)
        if said.returncode == 0 and said.stdout.startswith(f"CPython {version}."):
            yield python


def environment(name: str, python: str, needed: tuple[str, ...] = NEEDED) -> Path:
    """The Python of an environment under .tools with the needed packages, in the pinned versions."""
    inside = TOOLS / "environments" / name / "bin" / "python"
    if not inside.exists():
        uv("venv", "--quiet", "--clear", "--python", python, inside.parent.parent)
    uv("pip", "install", "--quiet", "--python", inside, "-c", "constraints.txt", *needed)
    return inside


def uv(*arguments: str | Path) -> str:
    """What uv printed. Raises FileNotFoundError where there is none, CalledProcessError where it fails."""
    found = shutil.which("uv", path=f"{TOOLS / 'bin'}:{os.environ['PATH']}")
    if found is None:
        raise FileNotFoundError("found no uv, wanted .tools/bin/uv or one on the PATH: make setup-test")
    env = os.environ | {"UV_PYTHON_DOWNLOADS": "never", "UV_LINK_MODE": "copy"}
    if CERTIFICATES.exists():
        env.setdefault("SSL_CERT_FILE", str(CERTIFICATES))
    return subprocess.run(
        [found, *arguments], env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def _passes(python: Path, arguments: list[str]) -> bool:
    jobs = os.environ.get("JOBS", "auto")
    command = [python, "-m", "pytest", *ALONE, "-q", "-n", jobs, "tests/engine", "-m", "not slow", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
