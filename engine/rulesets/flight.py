"""Flight: the base game with avian species, the cliff, and event cards."""

from __future__ import annotations

from engine.phases.deal import Deal
from engine.phases.ending import Ending
from engine.phases.events import Events
from engine.phases.feeding import Feeding
from engine.phases.food import Food
from engine.phases.leaf import Leaf
from engine.phases.play import Play
from engine.phases.reveal import Reveal
from engine.rulesets import base
from engine.rulesets.ruleset import Ruleset

FLIGHT = Ruleset(
    name="flight",
    phases=(Deal(), Food(), Play(), Events(), Leaf(), Reveal(), Feeding(), Ending()),
    traits=base.TRAITS | {"brood-parasite", "camouflage", "good-eyesight", "nesting"},
    addable=frozenset({"cooling-frills", "hibernation", "migratory", "mud-wallowing", "nocturnal"}),
    flight=True,
    removed=(40, 0, 0, 0, 0),
    reserve=(40, 40, 40, 40, 40),
    grants_at_deal=True,
    removes_freely=True,
    negatable=base.NEGATABLE,
)
