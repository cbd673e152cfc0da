"""Hard Shell: larger when attacked, by four (R-TRAIT-HARD-SHELL)."""

from __future__ import annotations

from engine.trait import Trait

HARD_SHELL = Trait(name="hard-shell", defence=4)
