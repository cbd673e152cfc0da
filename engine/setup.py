"""How a game begins: the deck is shuffled, cards are set aside, a first player is drawn (R-SETUP)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.shuffling import Shuffles
from engine.table import Table

if TYPE_CHECKING:
    from engine.cards import Catalogue
    from engine.rulesets.ruleset import Ruleset
    from engine.settings import Settings


def set_up(ruleset: Ruleset, settings: Settings, catalogue: Catalogue, seed: int) -> Table:
    """A table before the first deal. Random numbers are used in the order of R-SETUP-04."""
    generator = random.Random(seed)
    cards = catalogue.cards(ruleset, settings.substitutions)
    table = Table(ruleset, settings, cards, Shuffles(seed))
    deck = list(cards.deck)
    generator.shuffle(deck)
    table.first = table.turn = generator.randrange(settings.players)
    removed = ruleset.for_players(ruleset.removed, settings.players)
    reserved = removed + ruleset.for_players(ruleset.reserve, settings.players)
    table.removed = deck[:removed]
    table.reserve = deck[removed:reserved]
    table.deck = deck[reserved:]
    table.flight_supply = len(cards.flight)
    table.shuffles = Shuffles.going_on(generator)
    return table
