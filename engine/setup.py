"""How a game begins: the deck is shuffled, cards are set aside, a first player is drawn (R-SETUP)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.climate.board import DECKS
from engine.climate.state import Climate
from engine.shuffling import Shuffles, shuffled
from engine.table import Table

if TYPE_CHECKING:
    from engine.cards import Catalogue
    from engine.rulesets.ruleset import Ruleset
    from engine.settings import Settings


def set_up(ruleset: Ruleset, settings: Settings, catalogue: Catalogue, seed: int) -> Table:
    """A table before the first deal. Random numbers are used in the order of R-SETUP-04."""
    generator = random.Random(seed)
    cards = catalogue.cards(ruleset, settings.substitutions)
    table = Table.empty(ruleset, settings, cards, Shuffles(seed))
    deck = shuffled(cards.deck, generator)
    table.first = table.turn = generator.randrange(settings.players)
    removed = ruleset.for_players(ruleset.removed, settings.players)
    reserved = removed + ruleset.for_players(ruleset.reserve, settings.players)
    table.removed = deck[:removed]
    table.reserve = deck[removed:reserved]
    table.deck = deck[reserved:]
    table.flight_supply = len(cards.flight)
    if ruleset.climate:
        table.climate = _climate(table, catalogue, generator)
    table.shuffles = Shuffles(seed, generator)
    return table


def _climate(table: Table, catalogue: Catalogue, generator: random.Random) -> Climate:
    """The board at TEMPERATE, the side by the number of players, one event of each deck (R-SETUP-02)."""
    assert catalogue.climate is not None
    climate = Climate(catalogue.climate, side_for(len(table.players)))
    if table.settings.climate_events:
        for name in DECKS:
            deck = shuffled(catalogue.climate.deck(name), generator)
            climate.face_up.append(deck.pop(0))
            climate.decks[name] = deck
    return climate


def side_for(players: int) -> str:
    return "2-3" if players <= 3 else "4-6"
