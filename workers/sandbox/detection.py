"""Finds the best sandbox of this machine by trying it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from workers.sandbox.box import BubblewrapSandbox, machine_fault
from workers.sandbox.gvisor import GvisorSandbox
from workers.sandbox.hierarchy import find_tree
from workers.sandbox.interface import BoxExit, BoxLimits, Level, Sandbox, SandboxError
from workers.sandbox.plain import PlainSandbox
from workers.sandbox.selftest import self_test
from workers.sandbox.zygote import WarmSandbox

TRIAL_SECONDS = 10.0
WARM_SETTING = "SANDBOX_ZYGOTE"
BACKEND_SETTING = "SANDBOX_BACKEND"
BUBBLEWRAP, GVISOR = "bubblewrap", "gvisor"
MOUNTS = Path("/proc/self/mountinfo")
# what bubblewrap says when a machine forbids it, and what helps
ADVICE = {
    "creating new namespace": "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1)",
    "setting up uid map": "allow them to bubblewrap (sysctl kernel.apparmor_restrict_unprivileged_userns=0)",
    "mount proc": "let the container see all of /proc (Docker: --security-opt systempaths=unconfined)",
    "Operation not permitted": "allow namespaces and mounts in the container's seccomp profile",
    "Unknown option": "install bubblewrap 0.8 or newer",
}


def detect(minimum: Level = Level.FULL) -> Sandbox:
    """The best sandbox that works here, proven by a run; SandboxError when it is below `minimum`."""
    reasons = []
    for level in Level:
        if not level.at_least(minimum):
            break
        try:
            return open_level(level)
        except SandboxError as error:
            reasons.append(f"{level}: {error}")
    raise SandboxError(f"no sandbox of level {minimum} or better works here. {'. '.join(reasons)}")


def open_level(level: Level) -> Sandbox:
    """A sandbox of exactly this level, proven by a run, with what dead owners left swept up."""
    if level is Level.NONE:
        return PlainSandbox()
    if not MOUNTS.exists():
        raise SandboxError("/proc is not mounted here, and no sandbox can be made without it: mount it")
    if _backend() == GVISOR:
        return _tried(_gvisor(level))
    sandbox = BubblewrapSandbox(find_tree() if level is Level.FULL else None)
    _tried(sandbox)
    return _warmed(sandbox) if level is Level.FULL and _warm_is_wanted() else sandbox


def _backend() -> str:
    word = os.environ.get(BACKEND_SETTING) or BUBBLEWRAP
    if word not in (BUBBLEWRAP, GVISOR):
        raise SandboxError(f"{BACKEND_SETTING} is {word!r}, wanted {BUBBLEWRAP} or {GVISOR}")
    return word


def _gvisor(level: Level) -> GvisorSandbox:
    if level is not Level.FULL:
        raise SandboxError(f"behind gVisor boxes are of level {Level.FULL} or none")
    return GvisorSandbox(find_tree())


def _tried(sandbox: Sandbox) -> Sandbox:
    """The sandbox, swept and proven by a run; closed where that fails."""
    try:
        sandbox.sweep()
        _try(sandbox)
    except SandboxError as error:
        sandbox.close()
        raise SandboxError(f"{error}{_advice(str(error))}") from error
    except BaseException:
        sandbox.close()
        raise
    return sandbox


def _warm_is_wanted() -> bool:
    word = os.environ.get(WARM_SETTING) or "0"
    if word not in ("0", "1"):
        raise SandboxError(f"{WARM_SETTING} is {word!r}, wanted 0 or 1")
    return word == "1"


def _warmed(cold: BubblewrapSandbox) -> BubblewrapSandbox:
    """The same with a zygote where that passes the self-test; else `cold`, which tells why."""
    try:
        return _proven(WarmSandbox(find_tree()), cold)
    except SandboxError as error:
        cold.about += f", no warm starts: {error}"
        return cold


def _proven(warm: WarmSandbox, cold: BubblewrapSandbox) -> WarmSandbox:
    wrong = [check for check in self_test(warm) if not check.ok]
    if wrong:
        warm.close()
        texts = [f"{check.name}: found {check.found}, wanted {check.wanted}" for check in wrong]
        raise SandboxError("; ".join(texts))
    cold.close()
    return warm


def _try(sandbox: Sandbox) -> None:
    """Run the smallest program there is."""
    limits = BoxLimits(memory_mb=64, cpu_s=5)
    with machine_fault("try the sandbox"), tempfile.TemporaryDirectory(prefix="wateringhole-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with sandbox.open(["/usr/bin/true"], folder, limits, slot=0) as box:
            ended = box.wait(TRIAL_SECONDS)
    if ended != BoxExit(0, None, out_of_memory=False):
        raise SandboxError(f"a trial run ended with {ended}")


def _advice(reason: str) -> str:
    return next((f" - {help_}" for words, help_ in ADVICE.items() if words in reason), "")
