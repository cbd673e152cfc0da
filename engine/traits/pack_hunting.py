"""Pack Hunting: the population adds to the size in attack (R-TRAIT-PACK-HUNTING)."""

from __future__ import annotations

from engine.trait import Trait

PACK_HUNTING = Trait(name="pack-hunting", size_per_population=1)
