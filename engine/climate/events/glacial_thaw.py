"""Glacial Thaw: three Suns more in the next round (R-CEV-GLACIAL-THAW, A-31)."""

from __future__ import annotations

from engine.climate.event import WAITING, ClimateEvent

GLACIAL_THAW = ClimateEvent(name="glacial-thaw", needs=("extra_suns_next_round",), goes=WAITING)
