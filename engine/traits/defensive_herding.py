"""Defensive Herding: only a larger herd dares to attack (R-TRAIT-DEFENSIVE-HERDING)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species


def outnumbers(attacker: Species, target: Species, _right: Species | None) -> bool:
    return attacker.population <= target.population


DEFENSIVE_HERDING = Trait(name="defensive-herding", guard=outnumbers, cold_protection=1)
