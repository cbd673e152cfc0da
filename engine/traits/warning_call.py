"""Warning Call: the neighbours on both sides cannot be attacked (R-TRAIT-WARNING-CALL)."""

from __future__ import annotations

from engine.trait import Trait

WARNING_CALL = Trait(name="warning-call", guards_neighbours=True)
