"""Shuts strangers' programs in: one bot, one box, killed whole."""

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

__all__ = ["Box", "BoxExit", "BoxLimits", "Check", "Level", "Mount", "Sandbox", "SandboxError"]
