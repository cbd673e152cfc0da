"""What ruleset, number of players and options fix for the whole game, at hand for the inner loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from engine.cards import Cards
    from engine.rulesets.ruleset import Ruleset
    from engine.settings import Settings


@final
class Terms:
    """The numbers of one game; masks hold one bit a trait (engine.traits.BIT). Shared by its copies."""

    __slots__ = (
        "ambushable",
        "avian_max_body",
        "end",
        "events",
        "flight",
        "flight_discards",
        "hungry_first",
        "max_body",
        "max_population",
        "meat_first",
        "most_traits",
        "mud_compulsory",
        "negatable",
        "nights",
        "phases",
        "removes_freely",
        "returns_cards",
        "ruleset",
    )

    def __init__(self, ruleset: Ruleset, settings: Settings, cards: Cards) -> None:
        self.ruleset = ruleset
        self.phases = ruleset.phases
        self.end = len(ruleset.phases)  # the phase of a game that is over
        self.most_traits = ruleset.for_players(ruleset.max_traits, settings.players)
        self.max_population = ruleset.max_population
        self.max_body = ruleset.max_body
        self.avian_max_body = ruleset.avian_max_body
        self.negatable = ruleset.negatable_with(settings.substitutions)
        self.ambushable = ruleset.ambushable_with(settings.substitutions)
        self.nights = "nocturnal" in cards.kinds
        self.events = bool(cards.events)
        self.flight = ruleset.flight
        self.removes_freely = ruleset.removes_freely
        self.returns_cards = ruleset.returns_cards
        self.hungry_first = ruleset.hungry_first
        self.meat_first = ruleset.meat_first
        self.mud_compulsory = ruleset.mud_compulsory
        self.flight_discards = ruleset.flight_discards


def terms_of(ruleset: Ruleset, settings: Settings, cards: Cards) -> Terms:
    """The same for all games with these cards and so many players (substitutions made other cards)."""
    known = cards.terms.get(settings.players)
    if known is None or known.ruleset is not ruleset:
        known = cards.terms[settings.players] = Terms(ruleset, settings, cards)
    return known
