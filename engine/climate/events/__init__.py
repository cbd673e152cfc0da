"""All climate events by name."""

from __future__ import annotations

from typing import Final

from engine.climate.event import ClimateEvent
from engine.climate.events.cold_snap import COLD_SNAP
from engine.climate.events.desertification import DESERTIFICATION
from engine.climate.events.glacial_thaw import GLACIAL_THAW
from engine.climate.events.heat_wave import HEAT_WAVE
from engine.climate.events.meteorite import METEORITE
from engine.climate.events.volcanic_eruption import VOLCANIC_ERUPTION
from engine.climate.events.wildfire import WILDFIRE

EVENTS: Final[dict[str, ClimateEvent]] = {
    event.name: event
    for event in (
        COLD_SNAP,
        DESERTIFICATION,
        GLACIAL_THAW,
        HEAT_WAVE,
        METEORITE,
        VOLCANIC_ERUPTION,
        WILDFIRE,
    )
}
