"""Ambush: warning calls do not help against this Carnivore (R-TRAIT-AMBUSH)."""

from __future__ import annotations

from engine.trait import Trait

AMBUSH = Trait(name="ambush", overcomes=("warning-call",), ambushes="migratory")
