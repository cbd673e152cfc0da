"""A whole machine for the sandbox's tests: Debian's kernel in QEMU, cgroup v2 with its controllers alone.

`python -m tests.workers.sandbox.machine [--folder FOLDER] [pytest's words …]` builds a small system from
Debian packages and this clone, boots it in software emulation, and runs there the self-test and the sandbox's
tests. Needs Debian with qemu-system-x86, cpio, and the network for the packages.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from workers.sandbox import rootbuild

PACKAGES = (
    *("bubblewrap", "coreutils", "dash", "grep", "libc-bin", "mount", "procps", "python3", "util-linux"),
    "linux-image-amd64",
)
MODULES = (
    "_pytest",
    "pytest",
    "pygments",
    "py",
    "pluggy",
    "iniconfig",
    "packaging",
    "pytest_timeout",
    "execnet",
    "xdist",
)
CLONE = Path(__file__).parents[3]
PARTS = ("engine", "workers", "tests", "pyproject.toml")
MEMORY_MB = 1500
SECONDS = 3600
PATIENCE = 30
SENTENCE = "the machine's last word:"
INIT = """#!/bin/sh
export PATH=/usr/bin:/usr/sbin HOME=/root USER=root LANG=C.UTF-8
if [ ! -e /moved ]; then
  mkdir /new && mount -t tmpfs -o size=80% tmpfs /new && touch /new/moved
  cp -a /bin /lib /lib64 /sbin /usr /etc /clone /init /new/
  exec switch_root /new /init
fi
mkdir -p /proc /sys /dev /run /tmp /root
mount -t proc proc /proc && mount -t sysfs sys /sys && mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm && mount -t devpts pts /dev/pts && mount -t tmpfs shm /dev/shm
mount -t cgroup2 cgroup /sys/fs/cgroup
chmod 1777 /tmp
cd /clone && uname -sr && cat /sys/fs/cgroup/cgroup.controllers
export PYTHONPATH=/clone:/clone/packages PYTHONDONTWRITEBYTECODE=1
export PATIENCE={patience}
python3 -m tests.workers.sandbox.patience; tested=$?
python3 -m pytest -q -rA -p no:cacheprovider -p no:xdist -o addopts= -p tests.workers.sandbox.patience \\
  -o filterwarnings=default -p tests.environment --import-mode=importlib -o timeout=3000 {words}
echo "{sentence} $((tested + $?))"
python3 -c 'import ctypes; ctypes.CDLL(None).reboot(0x4321fedc)'
"""


def main() -> int:
    """Build, boot, and pass on what the machine says; 0 when all its tests passed."""
    parser = argparse.ArgumentParser(prog="python -m tests.workers.sandbox.machine", description=__doc__)
    parser.add_argument("--folder", type=Path, help="where to build it (a folder of its own, thrown away)")
    options, words = parser.parse_known_args()
    words = words or ["tests/workers/sandbox/test_hostile.py", "-k", "full", "-m", "'not slow'"]
    with tempfile.TemporaryDirectory(prefix="wateringhole-machine-", dir=options.folder) as name:
        kernel, image = build(Path(name), words)
        return run(kernel, image)


def build(work: Path, words: list[str]) -> tuple[Path, Path]:
    """Debian's kernel, and the initial file system with everything in it."""
    files = rootbuild.fetch(PACKAGES, work)
    root = work / "system"
    rootbuild.unpack(files, root)
    (kernel,) = (root / "boot").glob("vmlinuz-*")
    shutil.move(kernel, work / "kernel")
    for name in ("boot", "lib/modules", "usr/share/doc", "usr/share/locale", "usr/share/man"):
        shutil.rmtree(root / name, ignore_errors=True)
    if not (root / "usr/bin/sh").exists():
        (root / "usr/bin/sh").symlink_to("dash")
    _copy_clone(root / "clone")
    (root / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
    (root / "init").write_text(INIT.format(words=" ".join(words), sentence=SENTENCE, patience=PATIENCE))
    (root / "init").chmod(0o755)
    image = work / "image"
    with image.open("wb") as target:
        subprocess.run(["sh", "-c", "find . | cpio -o -H newc --quiet"], cwd=root, stdout=target, check=True)
    shutil.rmtree(root)
    return work / "kernel", image


def _copy_clone(target: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for part in PARTS:
        if (CLONE / part).is_dir():
            shutil.copytree(CLONE / part, target / part, ignore=ignored)
        else:
            shutil.copy(CLONE / part, target / part)
    for name in MODULES:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        source = Path(spec.origin)
        if source.name == "__init__.py":
            shutil.copytree(source.parent, target / "packages" / name, ignore=ignored)
        else:
            shutil.copy(source, target / "packages" / source.name)


def run(kernel: Path, image: Path) -> int:
    """Boot the machine and copy its console to standard output."""
    command = [
        *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2"),
        *("-m", str(MEMORY_MB), "-nographic", "-no-reboot"),
        *("-nic", "none", "-kernel", str(kernel), "-initrd", str(image)),
        *("-append", "console=ttyS0 quiet panic=-1 psi=1 no_timer_check mitigations=off"),
    ]
    last = ""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as machine:
        assert machine.stdout is not None
        for line in machine.stdout:
            print(line, end="", flush=True)
            last = line if SENTENCE in line else last
    return 0 if last.strip().endswith(f"{SENTENCE} 0") else 1


if __name__ == "__main__":
    sys.exit(main())
