"""The rules of the Evolution board games: games, positions, choices. Standard library only."""

from engine.cards import Catalogue
from engine.decisions import Decision, IllegalChoice
from engine.entries import BadCatalogue
from engine.game import Game
from engine.position import BadPosition
from engine.rulesets import RULESETS
from engine.settings import BadOptions
from engine.shuffling import BadReplay
from engine.version import RULES_REVISION, __version__

__all__ = [
    "RULESETS",
    "RULES_REVISION",
    "BadCatalogue",
    "BadOptions",
    "BadPosition",
    "BadReplay",
    "Catalogue",
    "Decision",
    "Game",
    "IllegalChoice",
    "__version__",
]
