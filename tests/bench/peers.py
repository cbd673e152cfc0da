"""`make bench-engine`: the engine, pure and compiled, and other game engines measured in the same run.

The peers come from PyPI into an environment of their own. Each round measures everything
once, one process after another, so that a busy minute of the machine hits all alike; the figures are medians
over the rounds, the ratios medians of the rounds' ratios.
"""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from tests.bench.__main__ import machine
from tests.pythons import environment

ROOT = Path(__file__).resolve().parent.parent.parent
COMPILED = ROOT / "var" / "compiled"
PEERS = ("open_spiel==2.0.2", "rlcard==1.2.0", "pettingzoo[classic]==1.27.0", "pip")  # RLCard asks for pip
ROUNDS = 7
LONGEST_S = 300

Figures = dict[str, float]

OURS = "base 4: decisions/s by index"
RATIOS = (
    (OURS, "RLCard uno, 4 players: decisions/s"),
    (OURS, "OpenSpiel hearts: decisions/s"),
    (OURS, "OpenSpiel backgammon: decisions/s"),
    (OURS, "PettingZoo go 9x9: decisions/s"),
    ("climate 4: decisions/s by index", OURS),
    ("flight 4: decisions/s by index", OURS),
)


def main(arguments: list[str]) -> int:
    """Print all figures and ratios; the number of rounds may be given."""
    rounds = int(arguments[0]) if arguments else ROUNDS
    python = environment("bench-peers", sys.executable, PEERS)
    print(machine())
    forms = {"pure": ROOT} | ({"compiled": COMPILED} if COMPILED.is_dir() else {})
    found: dict[str, list[Figures]] = {name: [] for name in (*forms, "peers")}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
        for form, path in forms.items():
            found[form].append(_round(sys.executable, path, "engine_round", form))
        found["peers"].append(_round(str(python), ROOT, "peers_round"))
    for name, measured in found.items():
        _print_medians(name, measured)
    for form in forms:
        _print_ratios(form, found[form], found["peers"])
    if "compiled" not in forms:
        print("\ncompiled: not built, `make compile` does it")
    return 0


def _round(python: str, path: Path, module: str, form: str | None = None) -> Figures:
    """The figures of one process that finds the engine at `path`."""
    env = os.environ | {"PYTHONPATH": f"{path}{os.pathsep}{ROOT}", "PYTHONSAFEPATH": "1"}
    command = [python, "-m", f"tests.bench.{module}"]
    done = subprocess.run(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, timeout=LONGEST_S, check=True
    )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    measured = figures.pop("form", None)
    if measured != form:
        raise SystemExit(f"bench: the {form} engine was wanted, and the {measured} one measured")
    return figures


def _print_medians(name: str, measured: list[Figures]) -> None:
    print(f"\n{name}, medians of {len(measured)} rounds")
    for figure in measured[0]:
        values = [each[figure] for each in measured]
        spread = f"{min(values):>12,.0f} to {max(values):,.0f}"
        print(f"  {figure:<40} {statistics.median(values):>12,.0f}   {spread}")


def _print_ratios(form: str, ours: list[Figures], peers: list[Figures]) -> None:
    print(f"\n{form}, ratios")
    for ours_name, other in RATIOS:
        ratios = [mine[ours_name] / (theirs | mine)[other] for mine, theirs in zip(ours, peers, strict=True)]
        print(f"  {ours_name} / {other:<40} {statistics.median(ratios):>8.2f}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
