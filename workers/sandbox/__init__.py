"""Shuts strangers' programs in: one bot, one box, killed whole."""

from workers.sandbox.detection import detect, open_level
from workers.sandbox.interface import (
    Box,
    BoxExit,
    BoxLimits,
    Check,
    Level,
    Mount,
    Sandbox,
    SandboxError,
)
from workers.sandbox.reach import check_reachable
from workers.sandbox.selftest import self_test

__all__ = [
    "Box",
    "BoxExit",
    "BoxLimits",
    "Check",
    "Level",
    "Mount",
    "Sandbox",
    "SandboxError",
    "check_reachable",
    "detect",
    "open_level",
    "self_test",
]
