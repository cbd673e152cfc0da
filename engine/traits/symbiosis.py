"""Symbiosis: safe beside a larger right neighbour (R-TRAIT-SYMBIOSIS, A-55)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.trait import Trait

if TYPE_CHECKING:
    from engine.species import Species


def stands_behind_larger(_attacker: Species, target: Species, right: Species | None) -> bool:
    return right is not None and right.body > target.body


SYMBIOSIS = Trait(name="symbiosis", guard=stands_behind_larger)
