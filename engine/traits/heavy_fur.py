"""Heavy Fur: warm in the cold, a burden under any sun (R-TRAIT-HEAVY-FUR, A-23)."""

from __future__ import annotations

from engine.trait import Trait

HEAVY_FUR = Trait(name="heavy-fur", cold_protection=4, sun_loss=1)
