"""Cold Snap: for this round the effects of a colder zone (R-CEV-COLD-SNAP, A-22)."""

from __future__ import annotations

from engine.climate.event import ClimateEvent

COLD_SNAP = ClimateEvent(name="cold-snap", needs_zone="use_zone_effects_of", replaces_zone=True)
