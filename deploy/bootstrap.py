"""Make the project's own Python environment (.venv): `python3 deploy/bootstrap.py service [test lint …]`.

Needs Python 3.11 or newer and pip (`python3 -m pip` is enough), nothing else: no venv, no ensurepip, no root.
The packages come by uv, which pip fetches into .tools; where uv cannot be had, pip alone does it, slower.
A stamp beside the environment makes the second run instant.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
VENV = BASE / ".venv"
TOOLS = BASE / ".tools"
VENV_PYTHON = VENV / "bin" / "python"
EXTRAS = ("service",)
PACKAGES = ("engine", "workers", "ladder")
QUIET = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore", "PIP_QUIET": "2"}
UV_WAYS = {"UV_PYTHON_DOWNLOADS": "never", "UV_COMPILE_BYTECODE": "1", "UV_LINK_MODE": "copy"}
SYSTEM_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


class BootstrapError(Exception):
    """What is missing, in one sentence, with what to do."""


def main() -> int:
    """Bring the environment up to date with the wanted parts; 0, or 1 after one line on what is missing."""
    wanted = sys.argv[1:] or ["service"]
    try:
        _check_python()
        with _Lock(TOOLS / "bootstrap.lock"):
            _bring_up_to_date(wanted)
    except BootstrapError as error:
        print(f"bootstrap: {error}", file=sys.stderr)
        return 1
    return 0


def _check_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this file runs before anything has checked
        raise BootstrapError(
            f"found Python {sys.version.split()[0]} at {sys.executable}, wanted 3.11 or newer; "
            "install it, or name one: make demo PYTHON=/usr/bin/python3.11"
        )


def _bring_up_to_date(wanted: list[str]) -> None:
    stamp = VENV / ("stamp-" + "-".join(sorted(wanted)))
    state = _state()
    if stamp.is_file() and stamp.read_text() == state and _works(VENV_PYTHON):
        return
    print(f"Setting up .venv ({', '.join(wanted)}) …", flush=True)
    uv = _uv()
    if uv is None or not _install_with_uv(uv, wanted):
        print("uv cannot be had here; pip does it, which takes a minute …", flush=True)
        _install_with_pip(wanted)
    _run([str(VENV_PYTHON), "-m", "compileall", "-q", *PACKAGES])  # once, not in each process that starts
    stamp.write_text(state)


def _state() -> str:
    """What the environment is made from: changes when a dependency, a pin or the interpreter does."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((BASE / name).read_bytes())
    digest.update(f"{sys.version} {BASE}".encode())
    return digest.hexdigest()


def _works(python: Path) -> bool:
    if not python.exists():
        return False
    return subprocess.run([python, "-c", "import sys"], capture_output=True, check=False).returncode == 0


def _uv() -> str | None:
    """A uv to use: ours, else the machine's, else one fetched by pip; None where none can be had."""
    ours = TOOLS / "bin" / "uv"
    if _is_uv(ours):
        return str(ours)
    machines = shutil.which("uv")
    if machines is not None:
        return machines
    if not _has_pip():
        return None
    command = [sys.executable, "-m", "pip", "install", "--upgrade", "--target", str(TOOLS), "uv"]
    done = subprocess.run(command, env=os.environ | QUIET, capture_output=True, check=False)
    return str(ours) if done.returncode == 0 and _is_uv(ours) else None


def _is_uv(path: Path) -> bool:
    if not path.is_file():
        return False
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


def _has_pip() -> bool:
    command = [sys.executable, "-m", "pip", "--version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _install_with_uv(uv: str, wanted: list[str]) -> bool:
    """Whether uv made the environment; it never downloads a Python of its own."""
    env = os.environ | UV_WAYS
    if SYSTEM_CERTIFICATES.exists():  # a network with a certificate authority of its own
        env.setdefault("SSL_CERT_FILE", str(SYSTEM_CERTIFICATES))
    if not _works(VENV_PYTHON):
        made = [uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)]
        if subprocess.run(made, env=env, check=False).returncode != 0:
            return False
    command = [uv, "pip", "install", "--quiet", "--python", str(VENV_PYTHON), "-c", "constraints.txt"]
    command += ["-e", _project(wanted), *_groups(wanted)]
    return subprocess.run(command, env=env, cwd=BASE, check=False).returncode == 0


def _install_with_pip(wanted: list[str]) -> None:
    if not _has_pip():
        raise BootstrapError(
            f"{sys.executable} has no pip; install it (Debian: apt-get install python3-pip) and start again"
        )
    if not _works(VENV_PYTHON):
        _run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(VENV)])
    into = [sys.executable, "-m", "pip", "--python", str(VENV_PYTHON), "install"]
    _run([*into, "--upgrade", "pip>=25.1"])  # the first one that reads dependency groups
    command = [str(VENV_PYTHON), "-m", "pip", "install", "-c", "constraints.txt"]
    _run([*command, "-e", _project(wanted), *_groups(wanted)])


def _project(wanted: list[str]) -> str:
    extras = [name for name in wanted if name in EXTRAS]
    return f".[{','.join(extras)}]" if extras else "."


def _groups(wanted: list[str]) -> list[str]:
    return [word for name in wanted if name not in EXTRAS for word in ("--group", name)]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, env=os.environ | QUIET, cwd=BASE, check=False)
    if done.returncode != 0:
        raise BootstrapError(f"`{' '.join(command)}` ended with {done.returncode}; see its lines above")


class _Lock:
    """One set-up at a time in one clone; the second waits for the first."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        self._file = path.open("w")

    def __enter__(self) -> None:
        import fcntl

        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self._file.close()


if __name__ == "__main__":
    sys.exit(main())
