"""Hibernation: two unfed population are neither hungry nor starve (R-TRAIT-HIBERNATION)."""

from __future__ import annotations

from engine.trait import Trait

HIBERNATION = Trait(name="hibernation", cold_protection=1, hunger_ignored=2)
