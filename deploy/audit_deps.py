"""`make audit-deps`: known weaknesses of the pinned packages, by pip-audit; says where it cannot ask.

Exit codes: 0 none is known, 1 some are (they are printed), 2 the advisory database cannot be reached.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
UV = BASE / ".tools" / "bin" / "uv"
PIP_AUDIT = "pip-audit==2.10.1"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
CANARY = "urllib3==1.24"
UNREACHABLE = (
    "ConnectionError",
    "Connection refused",
    "timed out",
    "Max retries",
    "resolve",
    "Errno",
    "HTTP",
)


def main() -> int:
    """Ask two databases, one after the other, about `constraints.txt`."""
    for service in ("pypi", "osv"):
        done = _ask(service, BASE / "constraints.txt")
        told = done.stdout + done.stderr
        if "Found" in told and "vulnerabilit" in told:
            print(told.strip())
            return 1
        if done.returncode != 0:
            print(f"audit-deps: the advisory database `{service}` cannot be asked: {_reason(told)}")
        elif not _knows_anything(service):
            print(f"audit-deps: `{service}` answers, but knows no weakness even of {CANARY}")
        else:
            print(f"audit-deps: no known weakness in {_pins()} pinned packages (asked: {service})")
            return 0
    print("audit-deps: nothing was audited; run it where one of the two can be reached")
    return 2


def _knows_anything(service: str) -> bool:
    """Whether it knows a weakness of a release that has some: a mirror may have no advisories."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(f"{CANARY}\n")
        file.flush()
        return _ask(service, Path(file.name)).returncode == 1


def _ask(service: str, pins: Path) -> "subprocess.CompletedProcess[str]":
    audit = [str(UV), "tool", "run", "--quiet", "--from", PIP_AUDIT, "pip-audit", "--progress-spinner", "off"]
    asked = ["--requirement", str(pins), "--no-deps", "--disable-pip", "--vulnerability-service", service]
    env = {"SSL_CERT_FILE": str(CERTIFICATES)} if CERTIFICATES.exists() else {}
    return subprocess.run(
        audit + asked,
        cwd=BASE,
        env=env | os.environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def _pins() -> int:
    return sum("==" in line for line in (BASE / "constraints.txt").read_text().splitlines())


def _reason(told: str) -> str:
    """The last line that speaks of the network, else the last line."""
    lines = [line.strip() for line in told.splitlines() if line.strip()] or ["it said nothing"]
    return next((line for line in reversed(lines) if any(word in line for word in UNREACHABLE)), lines[-1])[
        :300
    ]


if __name__ == "__main__":
    sys.exit(main())
