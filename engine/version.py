"""The versions of the engine and of its rules."""

__version__ = "0.1.0"

RULES_REVISION = 1
"""Raised when a change of rules makes older replays go another way."""
