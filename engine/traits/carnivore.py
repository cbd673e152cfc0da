"""Carnivore: attacks other species and eats nothing but meat (R-TRAIT-CARNIVORE)."""

from __future__ import annotations

from engine.trait import Trait

CARNIVORE = Trait(name="carnivore", eats_meat_only=True)
