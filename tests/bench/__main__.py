"""`make bench`: run every `bench_*.py` beside this file and print its figures, with the machine they are of.

A bench is a module that prints one JSON object (name of the figure to number or text) as its last line.
Names given on the command line (`first_run`, `engine`, …) choose some of them.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LONGEST_S = 900


def main(chosen: list[str]) -> int:
    """Run the chosen benches (all by default); 1 when one of them failed."""
    names = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    unknown = sorted(set(chosen) - set(names))
    if unknown:
        print(f"bench: found no {', '.join(unknown)}; there are {', '.join(names)}", file=sys.stderr)
        return 2
    print(machine())
    failed = [name for name in chosen or names if not _run(name)]
    for name in failed:
        print(f"bench: {name} failed", file=sys.stderr)
    return 1 if failed else 0


def machine() -> str:
    """The machine in one line, with the load it had before the first bench."""
    model = next(
        (line.partition(":")[2].strip() for line in _cpu_lines() if line.startswith("model name")),
        platform.machine(),
    )
    load = os.getloadavg()[0]
    cores = len(os.sched_getaffinity(0))
    system = f"Linux {platform.release()}, Python {platform.python_version()}"
    return f"{cores} cores ({model}), {system}, load {load:.1f}"


def _cpu_lines() -> list[str]:
    return Path("/proc/cpuinfo").read_text().splitlines()


def _run(name: str) -> bool:
    """Whether the bench ran well; its figures are printed."""
    print(f"\n{name}", flush=True)
    command = [sys.executable, "-m", f"tests.bench.bench_{name}"]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=LONGEST_S, check=False
    )
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        print(done.stdout)
        return False
    for figure, value in json.loads(lines[-1]).items():
        print(f"  {figure:<48} {value}")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
