"""The base game, for two to six players."""

from __future__ import annotations

from engine.phases.deal import Deal
from engine.phases.ending import Ending
from engine.phases.feeding import Feeding
from engine.phases.food import Food
from engine.phases.leaf import Leaf
from engine.phases.play import Play
from engine.phases.reveal import Reveal
from engine.rulesets.ruleset import Ruleset

TRAITS: frozenset[str] = frozenset(
    {
        "ambush",
        "burrowing",
        "carnivore",
        "climbing",
        "cooperation",
        "defensive-herding",
        "fat-tissue",
        "fertile",
        "foraging",
        "hard-shell",
        "horns",
        "intelligence",
        "long-neck",
        "pack-hunting",
        "scavenger",
        "symbiosis",
        "warning-call",
    }
)

ADDABLE = frozenset(
    {
        "camouflage",
        "cooling-frills",
        "good-eyesight",
        "hibernation",
        "migratory",
        "mud-wallowing",
        "nesting",
        "nocturnal",
    }
)

NEGATABLE = (
    "burrowing",
    "camouflage",
    "climbing",
    "defensive-herding",
    "flight",
    "hard-shell",
    "horns",
    "scavenger",
    "symbiosis",
    "warning-call",
)

BASE = Ruleset(
    name="base",
    phases=(Deal(), Food(), Play(), Leaf(), Reveal(), Feeding(), Ending()),
    traits=TRAITS,
    addable=ADDABLE,
    removed=(40, 0, 0, 0, 0),
    negatable=NEGATABLE,
)
