"""Time for an emulated machine: every limit of the sandbox on the machine's own work, stretched by a factor.

A pytest plugin (`-p tests.workers.sandbox.patience`), and `python -m tests.workers.sandbox.patience` for the
self-test. PATIENCE in the environment is the factor.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType

from workers.sandbox import __main__, box, cgroups, detection, launch, selftest, zygote

FACTOR = float(os.environ.get("PATIENCE") or "1")
LIMITS: tuple[tuple[ModuleType, tuple[str, ...]], ...] = (
    (box, ("END_SECONDS", "REAP_SECONDS")),
    (cgroups, ("WAIT_SECONDS", "REMOVE_SECONDS")),
    (detection, ("TRIAL_SECONDS",)),
    (launch, ("LAUNCH_SECONDS",)),
    (selftest, ("ANSWER_SECONDS", "CLOSE_SECONDS")),
    (zygote, ("WARM_SECONDS",)),
)

for module, names in LIMITS:
    for name in names:
        setattr(module, name, getattr(module, name) * FACTOR)

if __name__ == "__main__":
    sys.exit(__main__.main())
