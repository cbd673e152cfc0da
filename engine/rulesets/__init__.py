"""The rulesets that the engine plays, by name."""

from __future__ import annotations

from engine.rulesets.base import BASE
from engine.rulesets.climate import CLIMATE
from engine.rulesets.flight import FLIGHT
from engine.rulesets.forum import FORUM
from engine.rulesets.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {ruleset.name: ruleset for ruleset in (BASE, FORUM, CLIMATE, FLIGHT)}
