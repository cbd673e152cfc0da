"""Horns: the attacker loses one population before it eats (R-TRAIT-HORNS)."""

from __future__ import annotations

from engine.trait import Trait

HORNS = Trait(name="horns", wounds=1)
