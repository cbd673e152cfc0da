"""`make test-adapters`: the adapters against the libraries they are for, in an environment of their own.

PettingZoo and OpenSpiel are large and nobody else needs them; the versions are those of the extras. Arguments
go to pytest.
"""

import subprocess
import sys

from tests.pythons import ROOT, environment, uv

PEERS = "tests/workers/adapters/peers"
NEEDED = ("pytest", "pytest-timeout")
ALONE = ("-c", "tests/engine/alone.ini", "--rootdir", ".", "--confcutdir", PEERS)


def main(arguments: list[str]) -> int:
    """pytest's exit code."""
    python = environment("adapters", sys.executable, NEEDED)
    uv("pip", "install", "--quiet", "--python", python, "-e", ".[adapters]")
    command = [python, "-m", "pytest", *ALONE, "-q", "-o", "python_files=check_*.py", PEERS, *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
