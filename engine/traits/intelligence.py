"""Intelligence: hand cards buy plant food, or blind a trait in an attack (R-TRAIT-INTELLIGENCE)."""

from __future__ import annotations

from engine.trait import Trait

INTELLIGENCE = Trait(name="intelligence", plant_for_card=2, negates_by_ruleset=True)
