"""Scavenger: one meat from the bank after each attack that costs population (R-TRAIT-SCAVENGER)."""

from __future__ import annotations

from engine.trait import Trait

SCAVENGER = Trait(name="scavenger", scavenges=1)
