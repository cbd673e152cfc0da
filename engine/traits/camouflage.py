"""Camouflage: seen only by Carnivores with Good Eyesight (R-TRAIT-CAMOUFLAGE)."""

from __future__ import annotations

from engine.trait import Trait

CAMOUFLAGE = Trait(name="camouflage", shields=True)
