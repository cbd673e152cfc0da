"""Cooperation: the right neighbour takes one along with each take (R-TRAIT-COOPERATION)."""

from __future__ import annotations

from engine.trait import Trait

COOPERATION = Trait(name="cooperation", feeds_neighbour=True)
