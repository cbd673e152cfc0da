"""Cooling Frills: larger when attacked, by two, and cool in the heat (R-TRAIT-COOLING-FRILLS)."""

from __future__ import annotations

from engine.trait import Trait

COOLING_FRILLS = Trait(name="cooling-frills", defence=2, heat_protection=3)
