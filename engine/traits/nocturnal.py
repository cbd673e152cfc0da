"""Nocturnal: a free feeding before the turn while no Carnivore can come (R-TRAIT-NOCTURNAL)."""

from __future__ import annotations

from engine.trait import Trait

NOCTURNAL = Trait(name="nocturnal", feeds_at_night=True, heat_protection=1)
