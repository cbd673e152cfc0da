"""Games made from what one seat knows: all that it cannot know is dealt and played anew (protocol.md 4)."""

from __future__ import annotations

from engine.guessing.plays import Asked
from engine.guessing.table import guessed_table

__all__ = ["Asked", "guessed_table"]
