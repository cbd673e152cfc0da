"""All event cards by name."""

from __future__ import annotations

from typing import Final

from engine.event_cards.dive_bomb import DIVE_BOMB
from engine.event_cards.event import Event
from engine.event_cards.seed_dispersal import SEED_DISPERSAL

EVENT_CARDS: Final[dict[str, Event]] = {event.name: event for event in (DIVE_BOMB, SEED_DISPERSAL)}
