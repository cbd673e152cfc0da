"""Meteorite: no food grows from now on to the end of the game (R-CEV-METEORITE, A-29)."""

from __future__ import annotations

from engine.climate.event import OUT, ClimateEvent

METEORITE = ClimateEvent(name="meteorite", goes=OUT)
