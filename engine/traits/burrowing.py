"""Burrowing: safe underground when not hungry (R-TRAIT-BURROWING)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species


def safe_when_fed(_attacker: Species, target: Species, _right: Species | None) -> bool:
    return not target.hungry()


BURROWING = Trait(name="burrowing", guard=safe_when_fed, cold_protection=1, heat_protection=1, fireproof=True)
