"""Climbing: out of reach for all but climbers (R-TRAIT-CLIMBING)."""

from __future__ import annotations

from engine.trait import Trait

CLIMBING = Trait(name="climbing", shields=True, overcomes=("climbing",))
