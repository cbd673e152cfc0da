"""Positions: the referee's full truth as plain JSON, written and loaded (engine/docs/protocol.md 3)."""

from __future__ import annotations

from engine.position.loading import load
from engine.position.reading import BadPosition
from engine.position.saving import save

__all__ = ["BadPosition", "load", "save"]
