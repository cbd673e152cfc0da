"""`python -m workers.sandbox`: this machine's level and its self-test; exit code 0 when all is well.

1 when a check fails, 2 when this machine has no sandbox at all.
"""

from __future__ import annotations

import sys

from workers.sandbox.detection import detect
from workers.sandbox.interface import Check, Level, Sandbox, SandboxError
from workers.sandbox.selftest import self_test


def main() -> int:
    """Find the best sandbox, test it, print a table."""
    try:
        sandbox = _best()
    except SandboxError as error:
        print(error, file=sys.stderr)
        return 2
    with sandbox:
        checks = self_test(sandbox)
    print("\n".join([f"level {sandbox.level}: {sandbox.about}", *map(_row, checks)]))
    return 0 if all(check.ok for check in checks) else 1


def _best() -> Sandbox:
    """The best sandbox, with a line about what keeps this machine from a better one."""
    try:
        return detect(Level.FULL)
    except SandboxError as error:
        sandbox = detect(Level.NAMESPACES)
        print(error, file=sys.stderr)
        return sandbox


def _row(check: Check) -> str:
    return f"{'ok' if check.ok else 'FAIL':4}  {check.name:14}  {check.found}  (wanted: {check.wanted})"


if __name__ == "__main__":
    sys.exit(main())
