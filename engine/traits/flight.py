"""Flight: out of reach for all that do not fly, at the price of upkeep (R-TRAIT-FLIGHT)."""

from __future__ import annotations

from engine.trait import Trait

FLIGHT = Trait(
    name="flight",
    flies=True,
    shields=True,
    overcomes=("flight",),
    negates=("climbing", "symbiosis", "warning-call"),
)
