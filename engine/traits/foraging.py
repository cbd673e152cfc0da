"""Foraging: one more of the same plant food with each take (R-TRAIT-FORAGING)."""

from __future__ import annotations

from engine.trait import Trait

FORAGING = Trait(name="foraging", extra_plant=1)
