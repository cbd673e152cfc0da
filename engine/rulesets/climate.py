"""Climate: a track of zones, events, and traits against cold and heat."""

from __future__ import annotations

from engine.phases.deal import Deal
from engine.phases.ending import Ending
from engine.phases.environment import Environment
from engine.phases.feeding import Feeding
from engine.phases.food import Food
from engine.phases.leaf import Leaf
from engine.phases.play import Play
from engine.rulesets import base
from engine.rulesets.ruleset import Ruleset

TRAITS: frozenset[str] = base.TRAITS | {
    "cooling-frills",
    "heavy-fur",
    "hibernation",
    "migratory",
    "mud-wallowing",
    "nocturnal",
}

DEFENSIVE = (
    "burrowing",
    "climbing",
    "cooling-frills",
    "defensive-herding",
    "hard-shell",
    "horns",
    "mud-wallowing",
    "symbiosis",
    "warning-call",
)

CLIMATE = Ruleset(
    name="climate",
    phases=(Deal(), Food(), Play(), Leaf(), Environment(), Feeding(), Ending()),
    traits=TRAITS,
    addable=frozenset({"camouflage", "good-eyesight", "nesting"}),
    climate=True,
    reserve=(88, 60, 30, 0, 0),
    deal_base=4,
    max_traits=(3, 4, 4, 4, 4),
    grants_at_deal=True,
    removes_freely=True,
    returns_cards=True,
    hungry_first=False,
    negatable=DEFENSIVE,
    ambushable=tuple(trait for trait in DEFENSIVE if trait != "horns"),
)
