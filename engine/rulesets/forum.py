"""The base game as it is hosted in forums: all traits at once, food before leaf traits (R-LEAF-04)."""

from __future__ import annotations

from engine.phases.deal import Deal
from engine.phases.ending import Ending
from engine.phases.feeding import Feeding
from engine.phases.food import Food
from engine.phases.leaf import Leaf
from engine.phases.play import Play
from engine.phases.reveal import Reveal
from engine.rulesets.base import ADDABLE, NEGATABLE, TRAITS
from engine.rulesets.ruleset import Ruleset

FORUM = Ruleset(
    name="forum",
    phases=(Deal(), Food(), Play(), Reveal(), Leaf(), Feeding(), Ending()),
    traits=TRAITS,
    addable=ADDABLE,
    quick_play_from=None,
    max_traits=(3, 3, 3, 3, 3),
    negatable=NEGATABLE,
)
