"""Builds a root folder for bots from Debian packages: `python -m workers.sandbox.rootbuild run`.

`run` holds what bots need while they play, `build` the compilers and JSON libraries, too. Packages are
fetched by apt from the host's own sources and unpacked; none of their scripts runs. What is there already in
the same packages is left as it is; a new version replaces the old one in one step. Needs Debian (apt-get,
dpkg-deb, tar, bubblewrap); no root.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from workers.sandbox import bubblewrap, filelist, system
from workers.sandbox.interface import SandboxError

RUN = (
    *("coreutils", "dash", "util-linux", "libc-bin", "libstdc++6"),
    *("python3", "python3-numpy", "libopenblas0-pthread", "nodejs", "default-jre-headless"),
)
BUILD = (
    *RUN,
    *("gcc", "g++", "libc6-dev", "make", "rustc", "cargo", "default-jdk-headless", "golang-go", "esbuild"),
    *("nlohmann-json3-dev", "librust-serde-json-dev", "librust-serde+derive-dev", "libgoogle-gson-java"),
)
KINDS = {"run": RUN, "build": BUILD}
# what no bot needs: the site's or the machine's business, manuals, other languages' texts
DROPPED = (
    *("var", "boot", "home", "root", "run", "srv", "tmp", "opt", "mnt", "media", "sys", "proc", "dev"),
    *("usr/sbin", "usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info"),
    *("usr/share/lintian", "usr/share/bug", "usr/share/bash-completion", "usr/lib/systemd", "usr/games"),
)
KEPT_ETC = ("ld.so.conf", "ld.so.conf.d", "ld.so.cache")
KEPT_ETC_STARTS = ("java-",)
# names that Debian's scripts give to the usual program; rustc links by the name cc
DEFAULTS = {"sh": "dash", "cc": "gcc", "c++": "g++"}
RECIPE = 2  # one more with every change of how a root is made: older ones are built again
SECONDS = 1800


class BuildError(Exception):
    """A root could not be built: one sentence."""


def main() -> int:
    """Build or verify one root; 0, or 2 after one sentence on what is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.sandbox.rootbuild", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--to", type=Path, help=f"the root's folder (default: {system.USUAL_PLACE}/KIND)")
    parser.add_argument("--verify", action="store_true", help="only compare every file with the hash list")
    options = parser.parse_args()
    root = options.to or system.USUAL_PLACE / options.kind
    try:
        if options.verify:
            filelist.verify(system.load(root, options.kind).root)
            print(f"{root} is as it was built")
        else:
            print(build(options.kind, root))
    except (BuildError, SandboxError, filelist.FileListError) as error:
        print(f"rootbuild: {error}", file=sys.stderr)
        return 2
    return 0


def build(kind: str, root: Path) -> str:
    """Bring the root in a folder up to date; a sentence that says what was done."""
    try:
        root.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".building-", dir=root.parent) as name:
            return _build(kind, root, Path(name))
    except OSError as error:
        raise BuildError(f"{error.filename or root}: {error.strerror}") from error


def _build(kind: str, root: Path, work: Path) -> str:
    names = sorted(_wanted(KINDS[kind], work))
    if _recorded(root) == names:
        return f"{system.load(root, kind)} is up to date ({len(names)} packages)"
    files = fetch(KINDS[kind], work)
    fresh = work / "root"
    unpack(files, fresh)
    finish(fresh, kind, names)
    _replace(root, fresh)
    return f"{system.load(root, kind)} was built from {len(names)} packages"


def unpack(files: Sequence[Path], root: Path) -> None:
    """Unpack packages into a new root whose /bin, /sbin and /lib are links into /usr."""
    (root / "etc").mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        (root / name).symlink_to(f"usr/{name}")
    for file in files:
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", file], stdout=subprocess.PIPE) as reader:
            words = ["--no-same-owner", "--keep-directory-symlink", "--delay-directory-restore"]
            _run(["tar", "-C", str(root), *words, "-xf", "-"], stdin=reader.stdout)
        if reader.returncode != 0:
            raise BuildError(f"{file.name} cannot be unpacked: dpkg-deb ended with {reader.returncode}")


def finish(root: Path, kind: str, packages: Sequence[str]) -> None:
    """Turn unpacked packages into a root: tidy, linked, compiled, listed and stamped."""
    _link(root)
    if (root / "usr/sbin/ldconfig").exists():
        _run_inside(root, ["/usr/sbin/ldconfig"])
    _drop(root)
    _compile_python(root)
    _set_modes(root)
    found = next(system.dangers(root), None)
    if found:
        raise BuildError(f"the new root would be dangerous: {found}")
    version = filelist.write(root)
    stamp = {"kind": kind, "version": version, "packages": list(packages), "recipe": RECIPE}
    (root / filelist.STAMP).write_text(json.dumps(stamp, indent=1) + "\n")


def fetch(packages: Sequence[str], work: Path) -> list[Path]:
    """Fetch packages with all that they depend on into `work`, checked by apt; their files."""
    names = _wanted(packages, work)
    _run([*_apt(work), "-qq", "--download-only", "-y", "install", *packages])
    return [work / "archives" / name for name in names]


def _wanted(packages: Sequence[str], work: Path) -> list[str]:
    """The files of what apt would install on an empty system."""
    lines = _run([*_apt(work), "-qq", "--print-uris", "-y", "install", *packages]).splitlines()
    return [line.split()[1] for line in lines if line.startswith("'")]


def _apt(work: Path) -> list[str]:
    """apt-get with the host's sources and keys, and an empty list of installed packages."""
    (work / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    (work / "status").touch()
    settings = {
        "Dir::State::status": work / "status",
        "Dir::Cache::archives": work / "archives",
        "Debug::NoLocking": 1,
        "APT::Install-Recommends": 0,
        "APT::Sandbox::User": "root",  # the folder is closed to apt's own user
    }
    return ["apt-get", *(word for name, value in settings.items() for word in ("-o", f"{name}={value}"))]


def _run(command: Sequence[str | Path], **ways: object) -> str:
    """Run a tool; its output, or BuildError with its last words."""
    try:
        done = subprocess.run(command, text=True, capture_output=True, timeout=SECONDS, **ways)  # type: ignore[call-overload]
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is not there: roots are built on Debian or its like") from error
    except subprocess.TimeoutExpired as error:
        raise BuildError(f"{command[0]} was not done after {SECONDS} s") from error
    if done.returncode != 0:
        raise BuildError(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    return str(done.stdout)


def _recorded(root: Path) -> list[str] | None:
    """The packages that the root in a folder was built from; None when there is none made as by now."""
    try:
        stamp = json.loads((root / filelist.STAMP).read_text())
        system.load(root, stamp["kind"])
        return list(stamp["packages"]) if stamp.get("recipe") == RECIPE else None
    except (OSError, ValueError, KeyError, TypeError, SandboxError):
        return None


def _link(root: Path) -> None:
    """The links that the packages' scripts would make."""
    for name, usual in DEFAULTS.items():
        if (root / "usr/bin" / usual).exists() and not os.path.lexists(root / "usr/bin" / name):
            (root / "usr/bin" / name).symlink_to(usual)
    for name in ("libblas.so.3", "liblapack.so.3"):
        for library in root.glob(f"usr/lib/*-linux-gnu/openblas-pthread/{name}"):
            (library.parents[1] / name).unlink(missing_ok=True)
            (library.parents[1] / name).symlink_to(f"openblas-pthread/{name}")
    for program in root.glob("usr/lib/jvm/java-*/bin/*"):
        link = root / "usr/bin" / program.name
        if not os.path.lexists(link):
            link.symlink_to(f"/{program.relative_to(root)}")


def _drop(root: Path) -> None:
    for name in DROPPED:
        if (root / name).is_dir() and not (root / name).is_symlink():
            shutil.rmtree(root / name)
    (root / "usr/sbin").mkdir(exist_ok=True)
    for path in (root / "etc").iterdir():
        if path.name not in KEPT_ETC and not path.name.startswith(KEPT_ETC_STARTS):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _compile_python(root: Path) -> None:
    """Python's modules as bytecode, by the root's own Python in a box; a bot cannot keep any."""
    found = system.System(root).program("python3")
    if found is None:
        return
    folders = [f"/usr/lib/{Path(found).name}", "/usr/lib/python3/dist-packages"]
    compiling = ["-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", *folders]
    _run_inside(root, [found, "-s", "-S", *compiling])


def _run_inside(root: Path, command: Sequence[str]) -> None:
    """Run a program of the root in the root, with nothing of the host around it."""
    for name in ("proc", "dev"):
        (root / name).mkdir(exist_ok=True)
    view = ["--bind", str(root), "/", "--proc", "/proc", "--dev", "/dev"]
    alone = ["--unshare-all", "--uid", "0", "--gid", "0"]
    _run([str(bubblewrap.find_program()), *alone, *view, "--", *command])
    for name in ("proc", "dev"):
        shutil.rmtree(root / name)


def _set_modes(root: Path) -> None:
    """Everything readable by all, nothing writable but by the owner, no setuid bit."""
    root.chmod(0o755)
    for folder, names, files in os.walk(root):
        for path in (Path(folder, name) for name in (*names, *files)):
            mode = path.lstat().st_mode
            if not stat.S_ISLNK(mode):
                runs = stat.S_ISDIR(mode) or bool(mode & stat.S_IXUSR)
                path.chmod(0o755 if runs else 0o644)


def _replace(root: Path, fresh: Path) -> None:
    """Put the new root where the old one was; running boxes keep the old one until they end."""
    old = fresh.with_name("old")
    if root.exists():
        root.rename(old)
    fresh.rename(root)


if __name__ == "__main__":
    sys.exit(main())
