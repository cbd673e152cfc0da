"""Heat Wave: for this round the effects of a warmer zone (R-CEV-HEAT-WAVE, A-22)."""

from __future__ import annotations

from engine.climate.event import ClimateEvent

HEAT_WAVE = ClimateEvent(name="heat-wave", needs_zone="use_zone_effects_of", replaces_zone=True)
